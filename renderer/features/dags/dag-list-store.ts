import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DagListItem } from '#contract/dag.ts';
import type { EngineEvent } from '#contract/events.ts';
import { follow, type EngineConnection } from '../../client/engine-connection.ts';
import { bareName } from '../../lib/bare-name.ts';
import type { Problem } from '../../lib/attempt.ts';
import { debounced } from '../../lib/debounce.ts';
import { loading } from '../../lib/loading.ts';
import type { Toasts } from '../../lib/toasts.ts';
import { dagListActions, type DagListActions } from './dag-list-actions.ts';
import { withRun } from './latest-runs.ts';

const RECENT_RUNS = 20;
const FIRST_PAGE = 100;
const NEXT_PAGES = 1000;

export type DagListPhase =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready' }
  | { readonly phase: 'failed'; readonly message: string };

export interface DagListState extends DagListActions, Problem {
  readonly load: DagListPhase;
  readonly dags: readonly DagListItem[];
  /** What is wrong in the folder of the definitions, such as two files of one name. */
  readonly notes: readonly string[];
  /** Zone of the engine, in which schedules are meant; empty until it is known. */
  readonly zone: string;
  readonly start: () => () => void;
  readonly refresh: () => Promise<void>;
}

export type DagListStore = StoreApi<DagListState>;

/** All DAGs with their latest runs, kept current by events. */
export function createDagListStore(engine: EngineConnection, toasts: Toasts): DagListStore {
  return createStore<DagListState>((set, get) => {
    const refreshSoon = debounced(150, () => void get().refresh());
    // A list that cannot name the zone is still a list.
    const askZone = () =>
      engine.call('schedule.preview', {}).then(
        ({ timezone }) => set({ zone: timezone }),
        () => undefined,
      );
    const onEvent = (event: EngineEvent) => {
      if (event.type === 'run.changed') set({ dags: withRun(get().dags, event.run, RECENT_RUNS) });
      if (event.type === 'dag.changed' && event.change === 'deleted') {
        set({
          dags: get().dags.filter((item) => bareName(item.fileName) !== bareName(event.fileName)),
        });
      }
      if (event.type === 'run.removed' || event.type === 'dag.changed') refreshSoon();
    };

    return {
      load: { phase: 'loading' },
      dags: [],
      notes: [],
      zone: '',
      problem: undefined,
      ...dagListActions({ engine, toasts, get, set, refreshSoon }),

      start: () => {
        const refresh = () => {
          void askZone();
          return get().refresh();
        };
        return follow(engine, {}, { refresh, listener: onEvent, pending: [refreshSoon] });
      },

      refresh: loading(
        () =>
          loadAll(engine, (dags) => {
            // Old rows stay until the new ones are complete; a first view fills page by page.
            if (get().load.phase !== 'ready') set({ dags });
          }),
        (answer) => {
          if (answer.phase === 'failed') return set({ load: answer });
          set({ load: { phase: 'ready' }, dags: answer.dags, notes: answer.notes });
        },
      ),
    };
  });
}

async function loadAll(
  engine: EngineConnection,
  show: (dags: readonly DagListItem[]) => void,
): Promise<Pick<DagListState, 'dags' | 'notes'>> {
  const page = (number: number, perPage: number) =>
    engine.call('dags.list', { page: number, perPage, recentRuns: RECENT_RUNS });
  const first = await page(1, FIRST_PAGE);
  if (first.pagination.totalRecords <= FIRST_PAGE) return { dags: first.dags, notes: first.errors };
  show(first.dags);
  const dags: DagListItem[] = [];
  for (let number = 1, total = 1; number <= total; number++) {
    const next = await page(number, NEXT_PAGES);
    dags.push(...next.dags);
    total = next.pagination.totalPages;
    show([...dags]);
  }
  return { dags, notes: first.errors };
}
