import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OperationOutput } from '#contract/operations.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { loading, type LoadingState } from '../../lib/loading.ts';

type Diff = OperationOutput<'sync.diff'>;
type Commit = OperationOutput<'sync.log'>['commits'][number];

const PAGE = 50;

export interface ItemState extends LoadingState {
  readonly diff: Diff | undefined;
  /** Undefined until they were asked for. */
  readonly commits: readonly Commit[] | undefined;
  readonly hasOlder: boolean;
  readonly refresh: () => Promise<void>;
  /** Fetches the newest commits, or the page after those that are there. */
  readonly loadCommits: () => Promise<void>;
}

export type ItemStore = StoreApi<ItemState>;

/** One item: its text on both sides, and its history. */
export function createItemStore(engine: EngineConnection, itemId: string): ItemStore {
  return createStore<ItemState>((set, get) => ({
    phase: 'loading',
    message: '',
    diff: undefined,
    commits: undefined,
    hasOlder: false,
    refresh: loading(async () => ({ diff: await engine.call('sync.diff', { itemId }) }), set),
    loadCommits: loading(async () => {
      const known = get().commits ?? [];
      const last = known.at(-1)?.commit;
      const before = last === undefined ? {} : { before: last };
      const { commits } = await engine.call('sync.log', { itemId, limit: PAGE, ...before });
      return { commits: [...known, ...commits], hasOlder: commits.length === PAGE };
    }, set),
  }));
}
