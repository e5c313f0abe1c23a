import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OperationOutput } from '#contract/operations.ts';
import type { EngineConnection } from '../../../client/engine-connection.ts';
import { loading, type LoadingState } from '../../../lib/loading.ts';

export type Commit = OperationOutput<'sync.log'>['commits'][number];

const PAGE = 50;

/** Two commits by their ids; `from` is empty for what was before the first one: nothing. */
export interface Compared {
  readonly from: string;
  readonly to: string;
}

/** The texts at two commits. */
export interface Difference extends Compared {
  readonly before: string;
  readonly after: string;
}

export interface HistoryState extends LoadingState {
  /** Newest first; undefined until they are loaded. */
  readonly commits: readonly Commit[] | undefined;
  readonly hasOlder: boolean;
  /** What is chosen. */
  readonly compared: Compared | undefined;
  /** What is known of it, and what was chosen before until then. */
  readonly difference: Difference | undefined;
  /** Fetches the newest commits, and what the newest one changed. */
  readonly load: () => Promise<void>;
  readonly loadOlder: () => Promise<void>;
  readonly compare: (compared: Compared) => Promise<void>;
  /** What one commit changed: from the one before it. */
  readonly show: (commit: string) => Promise<void>;
}

export type HistoryStore = StoreApi<HistoryState>;

/** The commits that changed an item, and what differs between two of them. */
export function createHistoryStore(engine: EngineConnection, itemId: string): HistoryStore {
  return createStore<HistoryState>((set, get) => {
    const loadOlder = loading(async () => {
      const known = get().commits ?? [];
      const last = known.at(-1)?.commit;
      const before = last === undefined ? {} : { before: last };
      const { commits } = await engine.call('sync.log', { itemId, limit: PAGE, ...before });
      return { commits: [...known, ...commits], hasOlder: commits.length === PAGE };
    }, set);
    const textAt = async (commit: string): Promise<string> => {
      if (commit === '') return '';
      const { content = '' } = await engine.call('sync.textAt', { itemId, commit });
      return content;
    };
    const loadTexts = loading(async ({ from, to }: Compared) => {
      const [before, after] = await Promise.all([textAt(from), textAt(to)]);
      return { difference: { from, to, before, after } };
    }, set);
    const compare = (compared: Compared): Promise<void> => {
      set({ compared });
      return loadTexts(compared);
    };
    const show = async (commit: string): Promise<void> => {
      const isLast = () => get().commits?.at(-1)?.commit === commit;
      // What was before it stands on the next page.
      if (isLast() && get().hasOlder) await loadOlder();
      const commits = get().commits ?? [];
      const index = commits.findIndex((each) => each.commit === commit);
      await compare({ from: commits[index + 1]?.commit ?? '', to: commit });
    };
    return {
      phase: 'loading',
      message: '',
      commits: undefined,
      hasOlder: false,
      compared: undefined,
      difference: undefined,
      load: async () => {
        set({ commits: undefined });
        await loadOlder();
        const [newest] = get().commits ?? [];
        if (newest !== undefined) await show(newest.commit);
      },
      loadOlder,
      compare,
      show,
    };
  });
}
