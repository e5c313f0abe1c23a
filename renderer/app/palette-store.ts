import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DagListItem } from '#contract/dag.ts';
import type { RunSummary } from '#contract/run.ts';
import type { EngineConnection } from '../client/engine-connection.ts';
import { attempting, type Problem } from '../lib/attempt.ts';

export interface PaletteState extends Problem {
  readonly dags: readonly DagListItem[];
  readonly runs: readonly RunSummary[];
  /** Whether the lists are there, or will not come. */
  readonly isLoaded: boolean;
  readonly load: () => Promise<void>;
  /** Gives the id of the new run. */
  readonly run: (fileName: string) => Promise<string | undefined>;
  /** The same for a run that waits in its queue. */
  readonly enqueue: (fileName: string) => Promise<string | undefined>;
}

/** What the palette searches, fetched when it opens. */
export function createPaletteStore(engine: EngineConnection): StoreApi<PaletteState> {
  return createStore<PaletteState>((set) => {
    const attempt = attempting(set);
    return {
      dags: [],
      runs: [],
      isLoaded: false,
      problem: undefined,
      load: async () => {
        await attempt(async () => {
          const [{ dags }, { dagRuns }] = await Promise.all([
            engine.call('dags.list', { perPage: 1000 }),
            engine.call('runs.list', { limit: 100 }),
          ]);
          set({ dags, runs: dagRuns });
        });
        set({ isLoaded: true });
      },
      run: (fileName) =>
        attempt(async () => (await engine.call('dags.start', { fileName })).dagRunId),
      enqueue: (fileName) =>
        attempt(async () => (await engine.call('dags.enqueue', { fileName })).dagRunId),
    };
  });
}
