import type { DagListItem } from '#contract/dag.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { attempting, type Problem } from '../../lib/attempt.ts';
import { paramRules, type ParamRules } from '../../lib/params.ts';
import type { Toasts } from '../../lib/toasts.ts';
import { deleteLater, shownNode } from './delete-later.ts';
import { texts } from './texts.ts';

/** What a person does with DAGs of the list. */
export interface DagListActions {
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

interface Listed {
  readonly dags: readonly DagListItem[];
}

interface Setting {
  readonly engine: EngineConnection;
  readonly toasts: Toasts;
  readonly get: () => Listed;
  readonly set: (state: Partial<Problem & Listed>) => void;
  readonly refreshSoon: () => void;
}

export function dagListActions(setting: Setting): DagListActions {
  const { engine, toasts, set } = setting;
  const attempt = attempting(set);
  return {
    suspend: (fileNames, suspend) => suspendListed(setting, fileNames, suspend),
    runAll: (items) => runAll(engine, toasts, items),
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
}

async function suspendListed(
  { engine, toasts, get, set, refreshSoon }: Setting,
  fileNames: readonly string[],
  suspend: boolean,
): Promise<void> {
  const changed = get()
    .dags.filter((item) => fileNames.includes(item.fileName) && item.suspended !== suspend)
    .map((item) => item.fileName);
  set({ dags: withSuspended(get().dags, changed, suspend) });
  const switchTo = (to: { readonly suspend: boolean; readonly remoteNode?: string }) =>
    Promise.all(changed.map((fileName) => engine.call('dags.suspend', { fileName, ...to })));
  const done = await attempting(set)(() => switchTo({ suspend }));
  // The next slots change with the switch, and a refused switch goes back.
  refreshSoon();
  if (done === undefined || changed.length === 0) return;
  const remoteNode = shownNode(engine);
  toasts.getState().tell({
    text: texts.undo.suspended(changed, suspend),
    undo: async () => {
      await switchTo({ suspend: !suspend, remoteNode });
      refreshSoon();
    },
  });
}

async function runAll(
  engine: EngineConnection,
  toasts: Toasts,
  items: readonly DagListItem[],
): Promise<void> {
  const ready = items.filter((item) => item.errors.length === 0 && item.dag.params.length === 0);
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
    text: texts.undo.started(runs.length, items.length - ready.length, ready.length - runs.length),
    ...(runs.length > 0 && { verb: texts.undo.stopStarted, undo: stop }),
  });
}

function withSuspended(
  dags: readonly DagListItem[],
  fileNames: readonly string[],
  suspended: boolean,
): readonly DagListItem[] {
  return dags.map((item) => (fileNames.includes(item.fileName) ? { ...item, suspended } : item));
}
