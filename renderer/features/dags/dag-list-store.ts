import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DagListItem } from '#contract/dag.ts';
import type { EngineEvent } from '#contract/events.ts';
import { follow, type EngineConnection } from '../../client/engine-connection.ts';
import { debounced } from '../../lib/debounce.ts';
import { errorWords } from '../../lib/error-words.ts';
import { withRun } from './latest-runs.ts';

const RECENT_RUNS = 20;
const FIRST_PAGE = 100;
const NEXT_PAGES = 1000;

export type DagListPhase =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready' }
  | { readonly phase: 'failed'; readonly message: string };

export interface DagListState {
  readonly load: DagListPhase;
  readonly dags: readonly DagListItem[];
  /** What is wrong in the folder of the definitions, such as two files of one name. */
  readonly notes: readonly string[];
  /** What went wrong with the last command, until it is dismissed. */
  readonly problem: string | undefined;
  readonly start: () => () => void;
  readonly refresh: () => Promise<void>;
  readonly suspend: (fileNames: readonly string[], suspend: boolean) => Promise<void>;
  readonly run: (fileName: string, params?: string) => Promise<string | undefined>;
  /** Whether the definition forbids to start it with other parameters. */
  readonly locksParams: (fileName: string) => Promise<boolean>;
  readonly dismiss: () => void;
}

export type DagListStore = StoreApi<DagListState>;

/** All DAGs with their latest runs, kept current by events. */
export function createDagListStore(engine: EngineConnection): DagListStore {
  return createStore<DagListState>((set, get) => {
    const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await work();
      } catch (error) {
        set({ problem: errorWords(error) });
        return undefined;
      }
    };
    const refreshSoon = debounced(150, () => void get().refresh());
    const hear = (event: EngineEvent) => {
      if (event.type === 'run.changed') set({ dags: withRun(get().dags, event.run, RECENT_RUNS) });
      if (event.type === 'run.removed' || event.type === 'dag.changed') refreshSoon();
    };

    return {
      load: { phase: 'loading' },
      dags: [],
      notes: [],
      problem: undefined,

      start: () => {
        const end = follow(engine, {}, { refresh: () => get().refresh(), listener: hear });
        return () => {
          end();
          refreshSoon.cancel();
        };
      },

      refresh: async () => {
        try {
          const notes = await loadAll(engine, (dags, isLast) => {
            // Old rows stay until the new ones are complete; a first view fills page by page.
            if (isLast || get().load.phase !== 'ready') set({ dags });
          });
          set({ load: { phase: 'ready' }, notes });
        } catch (error) {
          set({ load: { phase: 'failed', message: errorWords(error) } });
        }
      },

      suspend: async (fileNames, suspend) => {
        set({ dags: withSuspended(get().dags, fileNames, suspend) });
        await attempt(() =>
          Promise.all(
            fileNames.map((fileName) => engine.call('dags.suspend', { fileName, suspend })),
          ),
        );
        // The next slots change with the switch, and a refused switch goes back.
        refreshSoon();
      },

      run: (fileName, params) =>
        attempt(async () => {
          const given = params === undefined ? {} : { params };
          return (await engine.call('dags.start', { fileName, ...given })).dagRunId;
        }),

      locksParams: async (fileName) => {
        const detail = await attempt(() => engine.call('dags.get', { fileName }));
        return detail?.dag.runConfig.disableParamEdit ?? false;
      },

      dismiss: () => set({ problem: undefined }),
    };
  });
}

async function loadAll(
  engine: EngineConnection,
  show: (dags: readonly DagListItem[], isLast: boolean) => void,
): Promise<readonly string[]> {
  const page = (number: number, perPage: number) =>
    engine.call('dags.list', { page: number, perPage, recentRuns: RECENT_RUNS });
  const first = await page(1, FIRST_PAGE);
  const isAll = first.pagination.totalRecords <= FIRST_PAGE;
  show(first.dags, isAll);
  if (isAll) return first.errors;
  const dags: DagListItem[] = [];
  for (let number = 1, total = 1; number <= total; number++) {
    const next = await page(number, NEXT_PAGES);
    dags.push(...next.dags);
    total = next.pagination.totalPages;
    show([...dags], number >= total);
  }
  return first.errors;
}

function withSuspended(
  dags: readonly DagListItem[],
  fileNames: readonly string[],
  suspended: boolean,
): readonly DagListItem[] {
  return dags.map((item) => (fileNames.includes(item.fileName) ? { ...item, suspended } : item));
}
