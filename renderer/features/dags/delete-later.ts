import { EngineError } from '#contract/errors.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import type { Toasts } from '../../lib/toasts.ts';
import { forEachDag } from './for-each-dag.ts';
import { texts } from './texts.ts';

/**
 * Deletes DAGs when the time to take it back is over: with its file a DAG loses its webhook, its switch and its due slots,
 * which nothing could give back.
 */
export function deleteLater(
  engine: EngineConnection,
  toasts: Toasts,
  fileNames: readonly string[],
): void {
  // Another node may be shown by then, with a DAG of the same name.
  const remoteNode = shownNode(engine);
  const keys = new Map(fileNames.map((fileName) => [fileName, hiddenKey(engine, fileName)]));
  toasts.getState().tell({
    text: texts.undo.deleting(fileNames),
    hides: [...keys.values()],
    settle: async () => {
      const { failures } = await forEachDag(fileNames, (fileName) =>
        engine.call('dags.delete', { fileName, remoteNode }).catch(unlessGone),
      );
      if (failures.length === 0) return undefined;
      return {
        problem: texts.undo.failed(texts.undo.done.deleted, failures, fileNames.length),
        shows: failures.map(({ fileName }) => keys.get(fileName) ?? ''),
      };
    },
  });
}

/** What a list of the shown node leaves out while that DAG is about to be deleted. */
export function hiddenKey(engine: EngineConnection, fileName: string): string {
  return `dag ${shownNode(engine)} ${fileName}`;
}

/** The node whose DAGs the window shows now. */
export function shownNode(engine: EngineConnection): string {
  return engine.nodes.state.getState().node;
}

/** Somebody else deleted it meanwhile, which is what was wanted. */
function unlessGone(error: unknown): void {
  if (!(error instanceof EngineError) || error.code !== 'not_found') throw error;
}
