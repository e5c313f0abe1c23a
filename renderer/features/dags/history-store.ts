import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineEvent } from '#contract/events.ts';
import type { RunDetail } from '#contract/run.ts';
import type { OperationOutput } from '#contract/operations.ts';
import { follow, type EngineConnection } from '../../client/engine-connection.ts';
import { debounced } from '../../lib/debounce.ts';
import { errorWords } from '../../lib/error-words.ts';

type Grid = OperationOutput<'dags.runs'>['gridData'];

export interface HistoryState {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly message: string;
  /** Newest first. */
  readonly runs: readonly RunDetail[];
  readonly grid: Grid;
  /** Whether there are older ones. */
  readonly hasMore: boolean;
  readonly start: () => () => void;
  readonly refresh: () => Promise<void>;
}

const RUNS = 40;

/** What became of the latest runs of a DAG, run by run and step by step. */
export function createHistoryStore(
  engine: EngineConnection,
  dag: { readonly fileName: string; readonly name: string },
): StoreApi<HistoryState> {
  return createStore<HistoryState>((set, get) => {
    const refreshSoon = debounced(200, () => void get().refresh());
    const hear = (event: EngineEvent) => {
      if (event.type === 'run.changed' || event.type === 'run.removed') refreshSoon();
      if (event.type === 'node.changed') refreshSoon();
    };
    return {
      phase: 'loading',
      message: '',
      runs: [],
      grid: [],
      hasMore: false,
      start: () => {
        const view = { refresh: () => get().refresh(), listener: hear };
        const end = follow(engine, { name: dag.name }, view);
        return () => {
          end();
          refreshSoon.cancel();
        };
      },
      refresh: async () => {
        try {
          const query = { fileName: dag.fileName, limit: RUNS };
          const { dagRuns, gridData, nextCursor } = await engine.call('dags.runs', query);
          const hasMore = nextCursor !== undefined;
          set({ phase: 'ready', runs: dagRuns, grid: gridData, hasMore });
        } catch (error) {
          set({ phase: 'failed', message: errorWords(error) });
        }
      },
    };
  });
}
