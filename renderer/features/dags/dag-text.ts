import type { OperationOutput } from '#contract/operations.ts';
import { EngineError } from '#contract/errors.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import type { Attempt, Problem } from '../../lib/attempt.ts';
import type { Drafts } from '../../lib/drafts.ts';
import { ownDraft, type DraftPlace } from './own-draft.ts';
import { texts } from './texts.ts';

type Stored = Pick<OperationOutput<'dags.getSpec'>, 'spec' | 'version'>;

/** The text of a DAG: what the file holds, and what is being edited. */
export interface DagText extends Problem, DraftPlace {
  /** The text of the file that the draft was made from; undefined until it was read. */
  readonly saved: string | undefined;
  /** The text in the editor. */
  readonly draft: string;
  /** What somebody else has written to the file while the draft had changes. Nothing is saved before it is decided. */
  readonly theirs: Stored | undefined;
  /** How often a save was refused because of it. */
  readonly refusals: number;
  /** When the draft was last edited that an earlier page has left behind; until somebody goes on with it, saves or discards it. */
  readonly restoredFrom: number | undefined;
  /** Why the last save was refused: a problem of the text, until it has none. */
  readonly refused: string | undefined;
  readonly isSaving: boolean;
  readonly edit: (draft: string) => void;
  /** Says that somebody goes on with a draft that is back. */
  readonly goOn: () => void;
  /** Keeps what was typed at once; for a page that is about to end. */
  readonly keepDraft: () => void;
  /** Keeps the draft in the place of that of another window. */
  readonly keepMine: () => void;
  /** Goes on with the draft of another window instead. */
  readonly loadOther: () => void;
  /** Saves, unless the file has another text than the draft was made from. */
  readonly save: () => Promise<void>;
  /** Saves in place of what somebody else has written: the version that was seen, or what is known of now. */
  readonly replace: (seen?: string) => Promise<void>;
  /** Gives up the draft for what the file holds now. */
  readonly revert: () => Promise<void>;
}

export const noText = {
  saved: undefined,
  draft: '',
  theirs: undefined,
  refusals: 0,
  refused: undefined,
  restoredFrom: undefined,
  otherDraft: undefined,
  isKept: true,
  isSaving: false,
} as const;

/** Whether there is something to save. */
export function isDirty(state: Pick<DagText, 'saved' | 'draft'>): boolean {
  return state.saved !== undefined && state.saved !== state.draft;
}

interface TextOptions {
  readonly engine: EngineConnection;
  readonly fileName: string;
  readonly drafts: Drafts;
  readonly get: () => DagText & { readonly refresh: () => Promise<void> };
  readonly set: (change: Partial<DagText>) => void;
  readonly attempt: Attempt;
  /** Has the draft checked. */
  readonly check: () => Promise<void>;
}

/** What is done with the text. `take` is given what the file holds; `follow` the new name of the DAG. */
export function dagText(options: TextOptions) {
  const { engine, fileName, drafts, get, set, attempt, check } = options;
  let version = '';
  let isFirst = true;
  const current = () =>
    isDirty(get()) ? { text: get().draft, version, at: Date.now() } : undefined;
  const own = ownDraft({ drafts, fileName, current, set });
  const { keepNow: keepDraft, keepMine } = own;

  const accept = (stored: Stored, draft = stored.spec): void => {
    ({ version } = stored);
    set({ saved: stored.spec, draft, theirs: undefined });
    if (draft !== stored.spec) return;
    own.drop();
    set({ restoredFrom: undefined });
  };
  const restore = (stored: Stored): void => {
    const left = own.read();
    if (left === undefined || left.text === stored.spec) return accept(stored);
    accept(stored, left.text);
    set({ restoredFrom: left.at });
    // What it was made from is gone, and somebody has to decide between the two.
    if (left.version !== stored.version) set({ theirs: stored });
  };

  const take = ({ spec, version: theirVersion }: Stored): void => {
    const stored = { spec, version: theirVersion };
    const { saved, draft } = get();
    if (isFirst) {
      isFirst = false;
      restore(stored);
    } else if (stored.spec === saved) {
      // It holds what was read or saved last.
      ({ version } = stored);
      return set({ theirs: undefined });
    } else if (isDirty({ saved, draft }) && draft !== stored.spec) return set({ theirs: stored });
    else accept(stored);
    void check();
  };

  const write = async (base: string): Promise<void> => {
    const { draft: spec, isSaving } = get();
    if (isSaving) return;
    set({ isSaving: true, problem: undefined, refused: undefined });
    const answer = await attempt(() => put(engine, { fileName, spec, version: base }));
    set({ isSaving: false });
    if (answer === undefined) {
      keepDraft();
      const { problem = '', isKept } = get();
      return set({ problem: texts.save.failed(problem, isKept) });
    }
    if (answer === 'conflict') {
      await get().refresh();
      if (get().theirs !== undefined) set({ refusals: get().refusals + 1 });
      return;
    }
    if (answer.errors.length > 0) {
      keepDraft();
      set({ refused: texts.save.refused(answer.errors[0] ?? '', get().isKept) });
      return check();
    }
    // The file holds what was sent; what was typed meanwhile is edited still.
    set({ saved: spec, theirs: undefined, restoredFrom: undefined });
    own.keep();
    version = '';
    await get().refresh();
  };

  return {
    take,
    follow: (newFileName: string): void => {
      keepDraft();
      const draft = drafts.read(fileName);
      if (draft !== undefined && drafts.keep(newFileName, draft)) drafts.drop(fileName);
    },
    actions: {
      keepDraft,
      goOn: () => set({ restoredFrom: undefined }),
      edit: (draft: string) => {
        // To type is to go on with the draft that is back.
        set({ draft, restoredFrom: undefined });
        own.keepSoon();
      },
      keepMine,
      loadOther: () => {
        restore({ spec: get().saved ?? '', version });
        void check();
      },
      save: () => {
        if (get().theirs === undefined) return write(version);
        set({ refusals: get().refusals + 1 });
        return Promise.resolve();
      },
      replace: (seen = get().theirs?.version ?? version) => write(seen),
      revert: async () => {
        const { saved, theirs } = get();
        accept(theirs ?? { spec: saved ?? '', version });
        await attempt(async () => take(await engine.call('dags.getSpec', { fileName })));
        await check();
      },
    } satisfies Partial<DagText>,
  };
}

interface NewText {
  readonly fileName: string;
  readonly spec: string;
  readonly version: string;
}

async function put(
  engine: EngineConnection,
  { version, ...text }: NewText,
): Promise<OperationOutput<'dags.updateSpec'> | 'conflict'> {
  try {
    // An older engine names no versions.
    const base = version === '' ? {} : { version };
    return await engine.call('dags.updateSpec', { ...text, ...base });
  } catch (error) {
    if (error instanceof EngineError && error.code === 'conflict') return 'conflict';
    throw error;
  }
}
