import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DagDetail } from '#contract/dag.ts';
import type { EngineEvent } from '#contract/events.ts';
import { noCheck, textCheck, type TextCheck } from '../../client/check-text.ts';
import { follow, type EngineConnection } from '../../client/engine-connection.ts';
import { bareName } from '../../lib/bare-name.ts';
import { attempting } from '../../lib/attempt.ts';
import { loading } from '../../lib/loading.ts';
import type { Drafts } from '../../lib/drafts.ts';
import type { Toasts } from '../../lib/toasts.ts';
import { dagActions, type DagActions } from './dag-actions.ts';
import { dagText, noText, type DagText } from './dag-text.ts';
import { latestOf } from './latest-runs.ts';
import { askPreviewOnce, type AskPreview } from './preview-store.ts';
import { texts } from './texts.ts';

export interface DagState extends DagText, TextCheck, DagActions {
  readonly detail: DagDetail | undefined;
  readonly missing: string | undefined;
  /** The header and the editor ask when the same lines are due. */
  readonly askPreview: AskPreview;
  readonly start: () => () => void;
  readonly refresh: () => Promise<void>;
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
    const draft = () => get().draft;
    const { check, checkSoon } = textCheck({ engine, fileName, draft, set: takeCheck(set) });
    const text = dagText({ engine, fileName, drafts, get, set, attempt, check });
    const onRename = text.follow;
    const actions = dagActions({ engine, fileName, toasts, get, set, onRename });
    const onEvent = (event: EngineEvent) => {
      if (event.type === 'dag.changed' && sameFile(event.fileName, fileName)) void get().refresh();
      const { detail } = get();
      if (event.type !== 'run.changed' || detail === undefined) return;
      if (event.run.name === detail.dag.name && event.run.parentDAGRunId === '') {
        set({ detail: { ...detail, latestDAGRun: latestOf(detail.latestDAGRun, event.run) } });
      }
    };

    return {
      ...{ ...unknown, ...noText, ...noCheck, ...text.actions, ...actions },
      askPreview: askPreviewOnce(engine),

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
    };
  });
}

/** Once a text has no error, it is of no interest why an earlier one was not saved. */
function takeCheck(set: DagStore['setState']) {
  return (change: (before: TextCheck) => Partial<TextCheck>): void =>
    set((before) => {
      const checked = change(before);
      return hasErrors(checked) ? checked : { ...checked, refused: undefined };
    });
}

/** Whether the check says that the text cannot be saved; one that failed says nothing. */
function hasErrors({ diagnostics }: Partial<TextCheck>): boolean {
  return diagnostics?.some(({ severity }) => severity === 'error') ?? true;
}

function sameFile(a: string, b: string): boolean {
  return bareName(a) === bareName(b);
}
