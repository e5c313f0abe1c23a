import type { DagListItem } from '#contract/dag.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { attempting, type Problem } from '../../lib/attempt.ts';
import { paramRules, type RunForm } from '../../lib/param-rules.ts';
import type { Toasts } from '../../lib/toasts.ts';
import { bulkCommands, type BulkCommands } from './bulk-commands.ts';
import { deleteLater, shownNode } from './delete-later.ts';
import { forEachDag } from './for-each-dag.ts';
import { beginRun, type RunRequest } from './start/begin-run.ts';
import { texts } from './texts.ts';

/** What a person does with DAGs of the list. */
export interface DagListActions extends BulkCommands {
  readonly suspend: (fileNames: readonly string[], suspend: boolean) => Promise<void>;
  /** Once there was time to take it back. */
  readonly remove: (fileNames: readonly string[]) => void;
  readonly run: (fileName: string, request?: RunRequest) => Promise<string | undefined>;
  /**
   * What a run asks for: the list does not know what a schema in a file of its own says, and which parameters it adds.
   * Undefined where nobody knows whether it asks.
   */
  readonly runForm: (item: Pick<DagListItem, 'fileName' | 'dag'>) => Promise<RunForm | undefined>;
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

/** Actions on DAGs of the list. What fails is a problem of the state, and nothing is thrown. */
export function dagListActions(setting: Setting): DagListActions {
  const { engine, toasts, set } = setting;
  const attempt = attempting(set);
  return {
    suspend: (fileNames, suspend) => suspendListed(setting, fileNames, suspend),
    ...bulkCommands(engine, toasts),
    remove: (fileNames) => deleteLater(engine, toasts, fileNames),
    run: (fileName, request) =>
      attempt(() => {
        const name = nameIn(setting.get().dags, fileName);
        const operation = 'dags.start';
        return beginRun(engine, toasts, { operation, fileName, name, ...request });
      }),
    runForm: async ({ fileName, dag: { params } }) => {
      const dag = (await attempt(() => engine.call('dags.get', { fileName })))?.dag;
      if (dag === undefined && params.length === 0) return undefined;
      return { params: dag?.paramDefaults ?? params, rules: paramRules(dag) };
    },
    dismiss: () => set({ problem: undefined }),
  };
}

function nameIn(dags: Listed['dags'], fileName: string): string {
  return dags.find((item) => item.fileName === fileName)?.dag.name ?? fileName;
}

async function suspendListed(
  { engine, toasts, get, set, refreshSoon }: Setting,
  fileNames: readonly string[],
  suspend: boolean,
): Promise<void> {
  const changed = get()
    .dags.filter((item) => fileNames.includes(item.fileName) && item.suspended !== suspend)
    .map((item) => item.fileName);
  set({ problem: undefined, dags: withSuspended(get().dags, changed, suspend) });
  const remoteNode = shownNode(engine);
  const switchTo = (names: readonly string[], to: boolean) =>
    forEachDag(names, (fileName) =>
      engine.call('dags.suspend', { fileName, suspend: to, remoteNode }),
    );
  const { done, failures } = await switchTo(changed, suspend);
  // The next slots change with the switch.
  refreshSoon();
  if (failures.length > 0) {
    const refused = failures.map(({ fileName }) => fileName);
    set({
      dags: withSuspended(get().dags, refused, !suspend),
      problem: texts.undo.failed(suspendWord(suspend), failures, changed.length),
    });
  }
  if (done.length === 0) return;
  const names = done.map(({ fileName }) => fileName);
  toasts.getState().tell({
    text: texts.undo.suspended(names, suspend),
    undo: async () => {
      const back = await switchTo(names, !suspend);
      refreshSoon();
      if (back.failures.length === 0) return;
      throw new Error(texts.undo.failed(suspendWord(!suspend), back.failures, names.length));
    },
  });
}

function suspendWord(suspend: boolean): string {
  return suspend ? texts.undo.done.suspended : texts.undo.done.resumed;
}

function withSuspended(
  dags: readonly DagListItem[],
  fileNames: readonly string[],
  suspended: boolean,
): readonly DagListItem[] {
  return dags.map((item) => (fileNames.includes(item.fileName) ? { ...item, suspended } : item));
}
