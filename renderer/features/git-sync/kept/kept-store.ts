import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OperationOutput } from '#contract/operations.ts';
import type { EngineConnection } from '../../../client/engine-connection.ts';
import { attempting, type Problem } from '../../../lib/attempt.ts';
import { loading, type LoadingState } from '../../../lib/loading.ts';

type Copy = OperationOutput<'sync.kept'>['copies'][number];
type CopyText = OperationOutput<'sync.keptCopy'>;

export interface KeptState extends LoadingState, Problem {
  /** Newest first; undefined until they are loaded. */
  readonly copies: readonly Copy[] | undefined;
  /** The one that is looked at, with today's text; undefined until it is loaded. */
  readonly shown: CopyText | undefined;
  readonly isRestoring: boolean;
  /** Fetches the list, and the newest of it. */
  readonly load: () => Promise<void>;
  readonly show: (keptId: string) => Promise<void>;
  /** Puts the one that is shown back. Whether it is there again. */
  readonly restore: () => Promise<boolean>;
}

export type KeptStore = StoreApi<KeptState>;

/** The texts that Git Sync has replaced or removed. */
export function createKeptStore(engine: EngineConnection): KeptStore {
  return createStore<KeptState>((set, get) => {
    const attempt = attempting(set);
    const showOne = loading(
      async (keptId: string) => ({ shown: await engine.call('sync.keptCopy', { keptId }) }),
      set,
    );
    const loadList = loading(() => engine.call('sync.kept', {}), set);
    return {
      phase: 'loading',
      message: '',
      problem: undefined,
      copies: undefined,
      shown: undefined,
      isRestoring: false,
      load: async () => {
        await loadList();
        const [newest] = get().copies ?? [];
        if (newest !== undefined) await showOne(newest.keptId);
      },
      show: showOne,
      restore: async () => {
        const { shown } = get();
        if (shown === undefined) return false;
        set({ isRestoring: true });
        const { keptId } = shown;
        const done = await attempt(() => engine.call('sync.restore', { keptId }));
        set({ isRestoring: false });
        return done !== undefined;
      },
    };
  });
}
