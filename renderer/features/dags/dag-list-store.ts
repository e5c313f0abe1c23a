import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DagListItem } from '#contract/dag.ts';
import type { EngineEvent } from '#contract/events.ts';
import { follow, type EngineConnection } from '../../client/engine-connection.ts';
import { paramRules, type ParamRules } from '../../lib/params.ts';
import { bareName } from '../../lib/bare-name.ts';
import { attempting, type Problem } from '../../lib/attempt.ts';
import { debounced } from '../../lib/debounce.ts';
import { loading } from '../../lib/loading.ts';
import type { Toasts } from '../../lib/toasts.ts';
import { deleteLater, shownNode } from './delete-later.ts';
import { withRun } from './latest-runs.ts';
import { texts } from './texts.ts';

const RECENT_RUNS = 20;
const FIRST_PAGE = 100;
const NEXT_PAGES = 1000;

export type DagListPhase =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready' }
  | { readonly phase: 'failed'; readonly message: string };

export interface DagListState extends Problem {
  readonly load: DagListPhase;
  readonly dags: readonly DagListItem[];
  /** What is wrong in the folder of the definitions, such as two files of one name. */
  readonly notes: readonly string[];
  readonly start: () => () => void;
  readonly refresh: () => Promise<void>;
  readonly suspend: (fileNames: readonly string[], suspend: boolean) => Promise<void>;
  /** Starts each that asks for no parameters, and says how many that were. */
  readonly runAll: (items: readonly DagListItem[]) => Promise<void>;
  /** Once there was time to take it back. */
  readonly remove: (fileNames: readonly string[]) => void;
  readonly run: (fileName: string, params?: string) => Promise<string | undefined>;
  /** What the definition says of its parameters. */
  readonly paramRules: (fileName: string) => Promise<ParamRules>;
  readonly dismiss: () => void;
}

export type DagListStore = StoreApi<DagListState>;

/** All DAGs with their latest runs, kept current by events. */
export function createDagListStore(engine: EngineConnection, toasts: Toasts): DagListStore {
  return createStore<DagListState>((set, get) => {
    const attempt = attempting(set);
    const refreshSoon = debounced(150, () => void get().refresh());
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
      problem: undefined,

      start: () => {
        const refresh = () => get().refresh();
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

      suspend: async (fileNames, suspend) => {
        const changed = get()
          .dags.filter((item) => fileNames.includes(item.fileName) && item.suspended !== suspend)
          .map((item) => item.fileName);
        set({ dags: withSuspended(get().dags, changed, suspend) });
        const done = await attempt(() => suspendAll(engine, changed, suspend));
        // The next slots change with the switch, and a refused switch goes back.
        refreshSoon();
        if (done === undefined || changed.length === 0) return;
        const remoteNode = shownNode(engine);
        toasts.getState().tell({
          text: texts.undo.suspended(changed, suspend),
          undo: async () => {
            await suspendAll(engine, changed, !suspend, { remoteNode });
            refreshSoon();
          },
        });
      },

      runAll: async (items) => {
        const ready = items.filter(
          (item) => item.errors.length === 0 && item.dag.params.length === 0,
        );
        const remoteNode = shownNode(engine);
        const answers = await Promise.allSettled(
          ready.map(async ({ fileName, dag }) => {
            const { dagRunId } = await engine.call('dags.start', { fileName });
            return { name: dag.name, dagRunId, remoteNode };
          }),
        );
        const runs = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
        const stop = () => Promise.all(runs.map((run) => engine.call('runs.stop', run)));
        toasts.getState().tell({
          text: texts.undo.started(
            runs.length,
            items.length - ready.length,
            ready.length - runs.length,
          ),
          ...(runs.length > 0 && { verb: texts.undo.stopStarted, undo: stop }),
        });
      },

      remove: (fileNames) => deleteLater(engine, toasts, fileNames),

      run: (fileName, params) =>
        attempt(async () => {
          const given = params === undefined ? {} : { params };
          return (await engine.call('dags.start', { fileName, ...given })).dagRunId;
        }),

      paramRules: async (fileName) =>
        paramRules((await attempt(() => engine.call('dags.get', { fileName })))?.dag),

      dismiss: () => set({ problem: undefined }),
    };
  });
}

function suspendAll(
  engine: EngineConnection,
  fileNames: readonly string[],
  suspend: boolean,
  node: { readonly remoteNode?: string } = {},
): Promise<unknown> {
  return Promise.all(
    fileNames.map((fileName) => engine.call('dags.suspend', { fileName, suspend, ...node })),
  );
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

function withSuspended(
  dags: readonly DagListItem[],
  fileNames: readonly string[],
  suspended: boolean,
): readonly DagListItem[] {
  return dags.map((item) => (fileNames.includes(item.fileName) ? { ...item, suspended } : item));
}
