import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DagChanges } from '#contract/dag-changes.ts';
import type { EngineConnection } from '../../../client/engine-connection.ts';
import { loading } from '../../../lib/loading.ts';

export interface ChangesState {
  /** Undefined until the first answer. */
  readonly changes: DagChanges | undefined;
  readonly problem: string | undefined;
  readonly show: (before: string, after: string) => Promise<void>;
}

/** What differs in meaning between two texts of a DAG. */
export function createChangesStore(
  engine: EngineConnection,
  fileName: string,
): StoreApi<ChangesState> {
  return createStore<ChangesState>((set) => ({
    changes: undefined,
    problem: undefined,
    show: loading(
      async (against: string, spec: string) => ({
        changes: await engine.call('dags.changes', { fileName, spec, against }),
      }),
      (answer) =>
        set(
          answer.phase === 'ready'
            ? { changes: answer.changes, problem: undefined }
            : { problem: answer.message },
        ),
    ),
  }));
}
