import type { DagDetail, DryRun } from '#contract/dag.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { attempting, type Problem } from '../../lib/attempt.ts';
import { bareName } from '../../lib/bare-name.ts';
import type { Toasts } from '../../lib/toasts.ts';
import { isDirty, type DagText } from './dag-text.ts';
import { deleteLater } from './delete-later.ts';
import { beginRun, type RunRequest } from './start/begin-run.ts';
import { suspendDag } from './suspend-dag.ts';

/** What a person does with one DAG, but for editing its text. */
export interface DagActions {
  readonly suspend: (suspend: boolean) => Promise<void>;
  readonly run: (request?: RunRequest) => Promise<string | undefined>;
  /** Queues a run in the queue of the definition; gives its id. */
  readonly enqueue: (request?: RunRequest) => Promise<string | undefined>;
  /** Says what a run of the text in the editor would do. Rejects with the reason why it could not. */
  readonly dryRun: (params?: string) => Promise<DryRun>;
  readonly rename: (newFileName: string) => Promise<boolean>;
  /** Once there was time to take it back. */
  readonly remove: () => void;
  readonly dismiss: () => void;
}

interface Shown extends Pick<DagText, 'saved' | 'draft'> {
  readonly detail: DagDetail | undefined;
}

interface Setting {
  readonly engine: EngineConnection;
  readonly fileName: string;
  readonly toasts: Toasts;
  readonly get: () => Shown & { readonly refresh: () => Promise<void> };
  readonly set: (state: Partial<Problem & Pick<Shown, 'detail'>>) => void;
  /** Runs once the DAG has another name. */
  readonly onRename: (newFileName: string) => void;
}

/** What a person does with one DAG. What fails is a problem of the state, and nothing is thrown. */
export function dagActions({ engine, fileName, toasts, get, set, onRename }: Setting): DagActions {
  const attempt = attempting(set);
  const begin = (operation: 'dags.start' | 'dags.enqueue') => (request?: RunRequest) =>
    attempt(() => {
      const name = get().detail?.dag.name ?? bareName(fileName);
      return beginRun(engine, toasts, { operation, fileName, name, ...request });
    });
  return {
    suspend: async (suspended) => {
      const { detail } = get();
      if (detail !== undefined) set({ detail: { ...detail, suspended } });
      await attempt(() => suspendDag(engine, toasts, { fileName, suspended, done: get().refresh }));
      await get().refresh();
    },
    run: begin('dags.start'),
    enqueue: begin('dags.enqueue'),
    dryRun: (params) => planOf(engine, get(), { fileName, params }),
    rename: async (newFileName) => {
      const done = await attempt(async () => {
        await engine.call('dags.rename', { fileName, newFileName });
        onRename(newFileName);
        return true;
      });
      return done ?? false;
    },
    remove: () => deleteLater(engine, toasts, [fileName]),
    dismiss: () => set({ problem: undefined }),
  };
}

/** The saved text is asked for by its name, an edited one is sent along. */
function planOf(
  engine: EngineConnection,
  state: Shown,
  { fileName, params }: { readonly fileName: string; readonly params: string | undefined },
): Promise<DryRun> {
  const { draft: spec, detail } = state;
  const given = params === undefined ? {} : { params };
  if (!isDirty(state) || detail === undefined) {
    return engine.call('dags.dryRun', { fileName, ...given });
  }
  const defaultWorkingDir = detail.filePath.replace(/[\\/][^\\/]*$/, '');
  return engine.call('runs.dryRun', { spec, name: detail.dag.name, defaultWorkingDir, ...given });
}
