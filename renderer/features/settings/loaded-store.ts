import { createStore, type StoreApi } from 'zustand/vanilla';
import { onMissed, type EngineConnection } from '../../client/engine-connection.ts';
import { errorWords } from '../../lib/error-words.ts';

export interface LoadedState<T> {
  readonly phase: 'loading' | 'ready' | 'failed';
  /** Why it could not be loaded. */
  readonly message: string;
  /** What was loaded last; kept while it is loaded anew. */
  readonly value: T | undefined;
  /** What went wrong with the last change, until it is dismissed. */
  readonly problem: string | undefined;
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
  return createStore<LoadedState<T>>((set, get) => ({
    phase: 'loading',
    message: '',
    value: undefined,
    problem: undefined,
    start: () => {
      void get().refresh();
      return onMissed(engine, () => get().refresh());
    },
    refresh: async () => {
      try {
        set({ phase: 'ready', value: await load() });
      } catch (error) {
        set({ phase: 'failed', message: errorWords(error) });
      }
    },
    attempt: async (work) => {
      set({ problem: undefined });
      try {
        await work();
      } catch (error) {
        set({ problem: errorWords(error) });
      }
      await get().refresh();
    },
    dismiss: () => set({ problem: undefined }),
  }));
}
