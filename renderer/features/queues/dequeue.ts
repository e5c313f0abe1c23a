import type { Queue, QueueItem } from '#contract/queue.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import type { Toasts } from '../../lib/toasts.ts';
import { texts } from './texts.ts';

interface Removal {
  readonly item: QueueItem;
  /** Where it waits; undefined where that is not known, and then it cannot be put back. */
  readonly queue: Queue | undefined;
  /** Runs once it was put back. */
  readonly done: () => Promise<void>;
}

/** Takes a run out of its queue, and offers to put it back. */
export async function dequeue(
  engine: EngineConnection,
  toasts: Toasts,
  { item, queue, done }: Removal,
): Promise<void> {
  const { name, dagRunId } = item;
  await engine.call('runs.dequeue', { name, dagRunId });
  toasts.getState().tell({
    text: texts.announce.removed(name),
    ...(queue && {
      verb: texts.announce.putBack,
      failed: texts.announce.notPutBack,
      undo: async () => {
        await putBack(engine, item, queue);
        await done();
      },
    }),
  });
}

/** A run that has left its queue is over; a new one with its parameters takes its place. */
async function putBack(engine: EngineConnection, item: QueueItem, queue: Queue): Promise<void> {
  const { name, dagRunId: old, position, params } = item;
  // What waits in a queue of its own would begin at once if it were only started anew.
  const { dagRunId } =
    queue.type === 'global'
      ? await engine.call('runs.reschedule', { name, dagRunId: old })
      : await engine.call('dags.enqueue', { fileName: name, params });
  await engine.call('queues.move', { name: queue.name, dagName: name, dagRunId, position });
}
