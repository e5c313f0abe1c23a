import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DagDetail, Diagnostic, DryRun, Validation } from '#contract/dag.ts';
import type { EngineEvent } from '#contract/events.ts';
import { follow, type EngineConnection } from '../../client/engine-connection.ts';
import { bareName } from '../../lib/bare-name.ts';
import { attempting, type Problem } from '../../lib/attempt.ts';
import { debounced } from '../../lib/debounce.ts';
import { formatError } from '../../lib/format-error.ts';
import { loading } from '../../lib/loading.ts';
import type { Toasts } from '../../lib/toasts.ts';
import { deleteLater, shownNode } from './delete-later.ts';
import { texts } from './texts.ts';

export interface DagState extends Problem {
  readonly detail: DagDetail | undefined;
  readonly missing: string | undefined;
  /** The text on disk as last read or written; undefined until it is there. */
  readonly saved: string | undefined;
  /** The text in the editor. */
  readonly draft: string;
  /** Somebody else changed the file while the draft had changes. */
  readonly isOutdated: boolean;
  readonly isSaving: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** What could last be read of the draft, for the graph. */
  readonly preview: Validation['dag'];
  readonly start: () => () => void;
  readonly refresh: () => Promise<void>;
  readonly edit: (draft: string) => void;
  readonly save: () => Promise<void>;
  readonly revert: () => Promise<void>;
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

const VALIDATE_AFTER_MS = 250;

const unknown = {
  detail: undefined,
  missing: undefined,
  problem: undefined,
  saved: undefined,
  draft: '',
  isOutdated: false,
  isSaving: false,
  diagnostics: [],
  preview: undefined,
} as const;

export function isDirty(state: Pick<DagState, 'saved' | 'draft'>): boolean {
  return state.saved !== undefined && state.saved !== state.draft;
}

/** One DAG: what the engine knows of it, and the text that is being edited. */
export function createDagStore(
  engine: EngineConnection,
  fileName: string,
  toasts: Toasts,
): DagStore {
  return createStore<DagState>((set, get) => {
    const attempt = attempting(set);
    const succeeds = async (work: () => Promise<unknown>) =>
      (await attempt(async () => (await work(), true))) ?? false;

    const validate = async () => {
      const spec = get().draft;
      try {
        const answer = await engine.call('dags.validate', { spec, name: fileName });
        // The text may have moved on, and its own answer is on its way.
        if (get().draft !== spec) return;
        set({ diagnostics: answer.diagnostics, preview: answer.dag ?? get().preview });
      } catch (error) {
        set({ problem: formatError(error) });
      }
    };
    const validateSoon = debounced(VALIDATE_AFTER_MS, () => void validate());

    const readSpec = async () => (await engine.call('dags.getSpec', { fileName })).spec;
    const take = (spec: string) => {
      if (isDirty(get()) && spec !== get().saved) return set({ isOutdated: true });
      if (spec === get().saved) return;
      set({ saved: spec, draft: spec, isOutdated: false });
      void validate();
    };
    const onEvent = (event: EngineEvent) => {
      if (event.type === 'dag.changed' && sameFile(event.fileName, fileName)) void get().refresh();
      const { detail } = get();
      if (event.type !== 'run.changed' || detail === undefined) return;
      if (event.run.name === detail.dag.name && event.run.parentDAGRunId === '') {
        set({ detail: { ...detail, latestDAGRun: event.run } });
      }
    };

    return {
      ...unknown,

      start: () => {
        const refresh = () => get().refresh();
        return follow(engine, {}, { refresh, listener: onEvent, pending: [validateSoon] });
      },
      refresh: loading(
        async () => {
          const detail = await engine.call('dags.get', { fileName });
          return { detail, spec: await readSpec() };
        },
        (answer) => {
          if (answer.phase === 'failed') return set({ missing: answer.message });
          set({ detail: answer.detail, missing: undefined });
          take(answer.spec);
        },
      ),
      edit: (draft) => {
        if (draft === get().draft) return;
        set({ draft });
        validateSoon();
      },
      save: async () => {
        const { draft: spec, isSaving } = get();
        if (isSaving) return;
        set({ isSaving: true });
        const answer = await attempt(() => engine.call('dags.updateSpec', { fileName, spec }));
        set({ isSaving: false });
        if (answer === undefined) return;
        if (answer.errors.length > 0) {
          set({ problem: texts.save.refused(answer.errors[0] ?? '') });
          return validate();
        }
        set({ saved: spec, isOutdated: false });
        await get().refresh();
      },
      revert: async () => {
        set({ draft: get().saved ?? '', isOutdated: false });
        await attempt(async () => take(await readSpec()));
        await validate();
      },
      suspend: async (suspend) => {
        const { detail } = get();
        if (detail !== undefined) set({ detail: { ...detail, suspended: suspend } });
        const remoteNode = shownNode(engine);
        if (await succeeds(() => engine.call('dags.suspend', { fileName, suspend }))) {
          toasts.getState().tell({
            text: texts.undo.suspended([fileName], suspend),
            undo: async () => {
              await engine.call('dags.suspend', { fileName, suspend: !suspend, remoteNode });
              await get().refresh();
            },
          });
        }
        await get().refresh();
      },
      run: (params) => attempt(() => begin(engine, 'dags.start', { fileName, params })),
      enqueue: (params) => attempt(() => begin(engine, 'dags.enqueue', { fileName, params })),
      dryRun: (params) => planOf(engine, get(), { fileName, params }),
      rename: (newFileName) =>
        succeeds(() => engine.call('dags.rename', { fileName, newFileName })),
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
