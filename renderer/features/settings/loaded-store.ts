import { createStore, type StoreApi } from 'zustand/vanilla';
import { onMissed, type EngineConnection } from '../../client/engine-connection.ts';
import { attempting, type Problem } from '../../lib/attempt.ts';
import { loading, type LoadingState } from '../../lib/loading.ts';

export interface LoadedState<T> extends LoadingState, Problem {
  /** What was loaded last; kept while it is loaded anew. */
  readonly value: T | undefined;
  readonly start: () => () => void;
  readonly refresh: () => Promise<void>;
  /** Changes something and loads anew. What went wrong is kept as the problem. */
  readonly attempt: (work: () => Promise<unknown>) => Promise<void>;
  readonly dismiss: () => void;
}

export type LoadedStore<T> = StoreApi<LoadedState<T>>;

/** Something of which the engine sends no events: loaded when it is shown, after each change, and when the engine is back. */
export function createLoadedStore<T>(
  engine: EngineConnection,
  load: () => Promise<T>,
): LoadedStore<T> {
  return createStore<LoadedState<T>>((set, get) => {
    const attempt = attempting(set);
    return {
      phase: 'loading',
      message: '',
      value: undefined,
      problem: undefined,
      start: () => {
        void get().refresh();
        return onMissed(engine, () => get().refresh());
      },
      refresh: loading(async () => ({ value: await load() }), set),
      attempt: async (work) => {
        await attempt(work);
        await get().refresh();
      },
      dismiss: () => set({ problem: undefined }),
    };
  });
}
