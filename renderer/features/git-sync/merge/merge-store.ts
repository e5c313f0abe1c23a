import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SyncItem, SyncMerge } from '#contract/sync.ts';
import { noCheck, textCheck, type TextCheck } from '../../../client/check-text.ts';
import type { EngineConnection } from '../../../client/engine-connection.ts';
import { attempting, type Problem } from '../../../lib/attempt.ts';
import { readConflicts, toConflictText, withLineEndsOf } from '../../../lib/conflict-text.ts';
import type { Drafts } from '../../../lib/drafts.ts';
import { loading, type LoadingState } from '../../../lib/loading.ts';

export interface MergeState extends LoadingState, Problem, TextCheck {
  /** As the engine made it; undefined until it is loaded. */
  readonly merge: SyncMerge | undefined;
  /** The text, with what is not decided between marks. */
  readonly draft: string;
  /** Conflicts that are not decided. */
  readonly left: number;
  /** Whether the draft is one that was left before. */
  readonly isBack: boolean;
  readonly isSaving: boolean;
  /** Merges the texts as they are now; a draft of the same texts is taken up again. */
  readonly load: () => Promise<void>;
  /** Drops what was decided, and merges again. */
  readonly startOver: () => Promise<void>;
  readonly edit: (draft: string) => void;
  /** Whether it was saved. */
  readonly save: () => Promise<boolean>;
  /** Nothing is asked any more. */
  readonly leave: () => void;
}

export type MergeStore = StoreApi<MergeState>;

interface MergeOptions {
  readonly engine: EngineConnection;
  readonly drafts: Drafts;
  readonly now: () => number;
}

type Item = Pick<SyncItem, 'itemId' | 'kind'>;
type Access = Readonly<Record<'get', () => MergeState>> & Pick<MergeStore, 'setState'>;

const unknown = {
  ...noCheck,
  phase: 'loading',
  message: '',
  problem: undefined,
  merge: undefined,
  draft: '',
  left: 0,
  isBack: false,
  isSaving: false,
} as const;

/** A merge of one item, which is decided here and kept as a draft until it is saved. */
export function createMergeStore(item: Item, options: MergeOptions): MergeStore {
  return createStore<MergeState>((setState, get) => ({
    ...unknown,
    ...mergedText(item, options, { setState, get }),
    ...saving(item, options, { setState, get }),
  }));
}

const draftName = ({ itemId }: Item): string => `merge of ${itemId}`;

/** The text while it is decided: it is checked as soon as it has no mark left. */
function mergedText(
  item: Item,
  { engine, drafts, now }: MergeOptions,
  { get, setState }: Access,
): Pick<MergeState, 'load' | 'startOver' | 'edit' | 'leave'> {
  const { itemId, kind } = item;
  const { checkSoon } = textCheck({
    engine,
    fileName: itemId.slice(itemId.lastIndexOf('/') + 1),
    draft: () => get().draft,
    set: (change) => setState((before) => (before.left > 0 ? noCheck : change(before))),
  });
  const show = (draft: string): void => {
    const left = readConflicts(draft).length;
    setState({ draft, left, ...(left > 0 && noCheck) });
    if (left === 0 && kind === 'dag') checkSoon();
  };
  const load = loading(
    async () => ({ merge: await engine.call('sync.merge', { itemId }) }),
    (answer) => {
      if (answer.phase === 'failed') return setState(answer);
      const { merge } = answer;
      const kept = drafts.read(draftName(item));
      const isBack = kept !== undefined && kept.version === versionOf(merge);
      setState({ ...answer, message: '', isBack });
      show(isBack ? kept.text : toConflictText(merge.pieces));
    },
  );
  return {
    load,
    startOver: () => {
      drafts.drop(draftName(item));
      setState({ problem: undefined });
      return load();
    },
    edit: (text) => {
      const { merge, draft } = get();
      if (merge === undefined || text === draft) return;
      show(text);
      drafts.keep(draftName(item), { text, version: versionOf(merge), at: now() });
    },
    leave: () => void checkSoon.cancel(),
  };
}

function saving(
  item: Item,
  { engine, drafts }: MergeOptions,
  { get, setState }: Access,
): Pick<MergeState, 'save'> {
  const attempt = attempting(setState);
  return {
    save: async () => {
      const { merge, draft } = get();
      if (merge === undefined) return false;
      const { localHash, remoteHash } = merge;
      const content = withLineEndsOf(mineOf(merge), draft);
      setState({ isSaving: true });
      const { itemId } = item;
      const saved = await attempt(() =>
        engine.call('sync.resolve', { itemId, content, localHash, remoteHash }),
      );
      setState({ isSaving: false });
      if (saved !== undefined) drafts.drop(draftName(item));
      return saved !== undefined;
    },
  };
}

/** The texts that a draft is a merge of. */
function versionOf({ localHash, remoteHash }: SyncMerge): string {
  return `${localHash} ${remoteHash}`;
}

function mineOf({ pieces }: SyncMerge): string {
  return pieces.map((piece) => (piece.kind === 'conflict' ? piece.mine : piece.text)).join('');
}
