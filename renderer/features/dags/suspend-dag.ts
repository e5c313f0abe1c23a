import type { EngineConnection } from '../../client/engine-connection.ts';
import type { Toasts } from '../../lib/toasts.ts';
import { shownNode } from './delete-later.ts';
import { texts } from './texts.ts';

interface Suspension {
  readonly fileName: string;
  readonly suspended: boolean;
  /** Runs once it was taken back. */
  readonly done: () => Promise<void>;
}

/** Suspends or resumes the schedule of a DAG, and offers to take it back. */
export async function suspendDag(
  engine: EngineConnection,
  toasts: Toasts,
  { fileName, suspended, done }: Suspension,
): Promise<void> {
  const remoteNode = shownNode(engine);
  await engine.call('dags.suspend', { fileName, suspend: suspended });
  toasts.getState().tell({
    text: texts.undo.suspended([fileName], suspended),
    undo: async () => {
      await engine.call('dags.suspend', { fileName, suspend: !suspended, remoteNode });
      await done();
    },
  });
}
