import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineEvent } from '#contract/events.ts';
import type { RunSummary } from '#contract/run.ts';
import { runStatusCodes, type RunStatus } from '#contract/status.ts';
import { follow, type EngineConnection } from '../../client/engine-connection.ts';
import { errorWords } from '../../lib/error-words.ts';

export interface RunFilter {
  /** Exact DAG name; empty for all. */
  readonly name: string;
  readonly status: RunStatus | undefined;
}

export interface RunListState {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly message: string;
  readonly runs: readonly RunSummary[];
  readonly names: readonly string[];
  readonly cursor: string | undefined;
  readonly isLoadingMore: boolean;
  readonly start: () => () => void;
  readonly refresh: () => Promise<void>;
  readonly more: () => Promise<void>;
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
    const hear = (event: EngineEvent) => {
      if (event.type === 'run.changed') set({ runs: withChanged(get().runs, event.run, filter) });
      if (event.type === 'run.removed') {
        set({ runs: get().runs.filter((run) => run.dagRunId !== event.dagRunId) });
      }
    };
    return {
      phase: 'loading',
      message: '',
      runs: [],
      names: [],
      cursor: undefined,
      isLoadingMore: false,

      start: () => {
        void loadNames(engine).then((names) => set({ names }));
        return follow(engine, {}, { refresh: () => get().refresh(), listener: hear });
      },

      refresh: async () => {
        try {
          const { dagRuns, nextCursor } = await engine.call('runs.list', query);
          set({ phase: 'ready', runs: dagRuns, cursor: nextCursor });
        } catch (error) {
          set({ phase: 'failed', message: errorWords(error) });
        }
      },

      more: async () => {
        const { cursor, isLoadingMore } = get();
        if (cursor === undefined || isLoadingMore) return;
        set({ isLoadingMore: true });
        try {
          const { dagRuns, nextCursor } = await engine.call('runs.list', { ...query, cursor });
          const known = new Set(get().runs.map(keyOf));
          const fresh = dagRuns.filter((run) => !known.has(keyOf(run)));
          set({ phase: 'ready', runs: [...get().runs, ...fresh], cursor: nextCursor });
        } catch (error) {
          set({ phase: 'failed', message: errorWords(error) });
        } finally {
          set({ isLoadingMore: false });
        }
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
  const isKnown = runs.some((run) => keyOf(run) === keyOf(changed));
  if (!passes) return isKnown ? runs.filter((run) => keyOf(run) !== keyOf(changed)) : runs;
  if (isKnown) return runs.map((run) => (keyOf(run) === keyOf(changed) ? changed : run));
  return [changed, ...runs];
}

export function keyOf(run: Pick<RunSummary, 'name' | 'dagRunId'>): string {
  return `${run.name} ${run.dagRunId}`;
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
