import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DagDetail, DryRun } from '#contract/dag.ts';
import type { EngineEvent } from '#contract/events.ts';
import { follow, type EngineConnection } from '../../client/engine-connection.ts';
import { bareName } from '../../lib/bare-name.ts';
import { attempting } from '../../lib/attempt.ts';
import { loading } from '../../lib/loading.ts';
import type { Drafts } from '../../lib/drafts.ts';
import type { Toasts } from '../../lib/toasts.ts';
import { noCheck, textCheck, type TextCheck } from './check-text.ts';
import { dagText, isDirty, noText, type DagText } from './dag-text.ts';
import { deleteLater } from './delete-later.ts';
import { suspendDag } from './suspend-dag.ts';
import { texts } from './texts.ts';

export interface DagState extends DagText, TextCheck {
  readonly detail: DagDetail | undefined;
  readonly missing: string | undefined;
  readonly start: () => () => void;
  readonly refresh: () => Promise<void>;
  readonly suspend: (suspend: boolean) => Promise<void>;
  readonly run: (params?: string) => Promise<string | undefined>;
  /** Queues a run in the queue of the definition; gives its id. */
  readonly enqueue: (params?: string) => Promise<string | undefined>;
  /** Says what a run of the text in the editor would do. Rejects with the reason why it could not. */
  readonly dryRun: (params?: string) => Promise<DryRun>;
  readonly rename: (newFileName: string) => Promise<boolean>;
  /** Once there was time to take it back. */
  readonly remove: () => void;
  readonly dismiss: () => void;
}

export type DagStore = StoreApi<DagState>;

const unknown = { detail: undefined, missing: undefined, problem: undefined } as const;

/** One DAG: what the engine knows of it, and the text that is being edited. */
export function createDagStore(
  engine: EngineConnection,
  fileName: string,
  { toasts, drafts }: { readonly toasts: Toasts; readonly drafts: Drafts },
): DagStore {
  return createStore<DagState>((set, get) => {
    const attempt = attempting(set);
    const succeeds = async (work: () => Promise<unknown>) =>
      (await attempt(async () => (await work(), true))) ?? false;

    const draft = () => get().draft;
    const { check, checkSoon } = textCheck({ engine, fileName, draft, set });
    const text = dagText({ engine, fileName, drafts, get, set, attempt, check });
    const onEvent = (event: EngineEvent) => {
      if (event.type === 'dag.changed' && sameFile(event.fileName, fileName)) void get().refresh();
      const { detail } = get();
      if (event.type !== 'run.changed' || detail === undefined) return;
      if (event.run.name === detail.dag.name && event.run.parentDAGRunId === '') {
        set({ detail: { ...detail, latestDAGRun: event.run } });
      }
    };

    return {
      ...{ ...unknown, ...noText, ...noCheck, ...text.actions },

      start: () => {
        const refresh = () => {
          if (get().saved !== undefined) void check();
          return get().refresh();
        };
        const end = follow(engine, {}, { refresh, listener: onEvent, pending: [checkSoon] });
        const unwatch = engine.state.subscribe((state) => {
          if (state.engine.phase !== 'ready') set({ unchecked: texts.definition.engineAway });
        });
        return () => {
          get().keepDraft();
          unwatch();
          end();
        };
      },
      refresh: loading(
        async () => {
          const detail = await engine.call('dags.get', { fileName });
          return { detail, stored: await engine.call('dags.getSpec', { fileName }) };
        },
        (answer) => {
          if (answer.phase === 'failed') return set({ missing: answer.message });
          set({ detail: answer.detail, missing: undefined });
          text.take(answer.stored);
        },
      ),
      edit: (draft) => {
        if (draft === get().draft) return;
        text.actions.edit(draft);
        checkSoon();
      },
      suspend: async (suspended) => {
        const { detail } = get();
        if (detail !== undefined) set({ detail: { ...detail, suspended } });
        await attempt(() =>
          suspendDag(engine, toasts, { fileName, suspended, done: get().refresh }),
        );
        await get().refresh();
      },
      run: (params) => attempt(() => begin(engine, 'dags.start', { fileName, params })),
      enqueue: (params) => attempt(() => begin(engine, 'dags.enqueue', { fileName, params })),
      dryRun: (params) => planOf(engine, get(), { fileName, params }),
      rename: (newFileName) =>
        succeeds(async () => {
          await engine.call('dags.rename', { fileName, newFileName });
          text.follow(newFileName);
        }),
      remove: () => deleteLater(engine, toasts, [fileName]),
      dismiss: () => set({ problem: undefined }),
    };
  });
}

async function begin(
  engine: EngineConnection,
  operation: 'dags.start' | 'dags.enqueue',
  { fileName, params }: { readonly fileName: string; readonly params: string | undefined },
): Promise<string> {
  const given = params === undefined ? {} : { params };
  return (await engine.call(operation, { fileName, ...given })).dagRunId;
}

/** The saved text is asked for by its name, an edited one is sent along. */
function planOf(
  engine: EngineConnection,
  state: DagState,
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

function sameFile(a: string, b: string): boolean {
  return bareName(a) === bareName(b);
}
