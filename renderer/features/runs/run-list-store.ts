import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineEvent } from '#contract/events.ts';
import type { RunSummary } from '#contract/run.ts';
import { runStatusCodes, type RunStatus } from '#contract/status.ts';
import { follow, type EngineConnection } from '../../client/engine-connection.ts';
import { paging, type PagedState } from '../../lib/paging.ts';
import { isSameRun, runKey } from '../../lib/run-key.ts';

export interface RunFilter {
  /** Exact DAG name; empty for all. */
  readonly name: string;
  readonly status: RunStatus | undefined;
}

export interface RunListState extends PagedState<RunSummary> {
  /** Names of DAGs that are offered. */
  readonly names: readonly string[];
  readonly start: () => () => void;
}

export type RunListStore = StoreApi<RunListState>;

const PAGE = 100;

/** Runs that pass a filter, newest first, a page at a time. */
export function createRunListStore(engine: EngineConnection, filter: RunFilter): RunListStore {
  return createStore<RunListState>((set, get) => {
    const query = {
      limit: PAGE,
      ...(filter.name === '' ? {} : { name: filter.name }),
      ...(filter.status === undefined ? {} : { status: runStatusCodes[filter.status] }),
    };
    const pageOf = async (cursor: string | undefined) => {
      const after = cursor === undefined ? {} : { cursor };
      const { dagRuns, nextCursor } = await engine.call('runs.list', { ...query, ...after });
      return { items: dagRuns, cursor: nextCursor };
    };
    const onEvent = (event: EngineEvent) => {
      if (event.type === 'run.changed') set({ items: withChanged(get().items, event.run, filter) });
      if (event.type === 'run.removed') {
        set({ items: get().items.filter((run) => !isSameRun(run, event)) });
      }
    };
    return {
      ...paging<RunSummary>({ get, set, load: pageOf, keyOf: runKey }),
      names: [],

      start: () => {
        void loadNames(engine).then((names) => set({ names }));
        return follow(engine, {}, { refresh: () => get().refresh(), listener: onEvent });
      },
    };
  });
}

/** The list after an event: changed in place, new at the top, gone when it no longer passes the filter. */
function withChanged(
  runs: readonly RunSummary[],
  changed: RunSummary,
  filter: RunFilter,
): readonly RunSummary[] {
  // Sub-runs are shown by the step that called them.
  if (changed.parentDAGRunId !== '') return runs;
  const passes =
    (filter.name === '' || filter.name === changed.name) &&
    (filter.status === undefined || filter.status === changed.statusLabel);
  const isKnown = runs.some((run) => isSameRun(run, changed));
  if (!passes) return isKnown ? runs.filter((run) => !isSameRun(run, changed)) : runs;
  if (isKnown) return runs.map((run) => (isSameRun(run, changed) ? changed : run));
  return [changed, ...runs];
}

async function loadNames(engine: EngineConnection): Promise<readonly string[]> {
  try {
    const { dags } = await engine.call('dags.list', { perPage: 1000 });
    return [...new Set(dags.map((item) => item.dag.name))].sort();
  } catch {
    // Names are only offered for convenience; any name can be typed.
    return [];
  }
}
