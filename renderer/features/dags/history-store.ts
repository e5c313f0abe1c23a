import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineEvent } from '#contract/events.ts';
import type { RunDetail } from '#contract/run.ts';
import type { OperationOutput } from '#contract/operations.ts';
import { follow, type EngineConnection } from '../../client/engine-connection.ts';
import { debounced } from '../../lib/debounce.ts';
import { loading, type LoadingState } from '../../lib/loading.ts';

type Grid = OperationOutput<'dags.runs'>['gridData'];

export interface HistoryState extends LoadingState {
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
    const onEvent = (event: EngineEvent) => {
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
        const refresh = () => get().refresh();
        const view = { refresh, listener: onEvent, pending: [refreshSoon] };
        return follow(engine, { name: dag.name }, view);
      },
      refresh: loading(async () => {
        const query = { fileName: dag.fileName, limit: RUNS };
        const { dagRuns, gridData, nextCursor } = await engine.call('dags.runs', query);
        return { runs: dagRuns, grid: gridData, hasMore: nextCursor !== undefined };
      }, set),
    };
  });
}
