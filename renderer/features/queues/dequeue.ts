import type { Queue, QueueItem } from '#contract/queue.ts';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { formatError } from '../../lib/format-error.ts';
import type { Toasts } from '../../lib/toasts.ts';
import { texts } from './texts.ts';

interface Removal {
  readonly item: QueueItem;
  /** Where it waits; undefined where that is not known, and then it cannot be put back. */
  readonly queue: Queue | undefined;
  /** Runs once it was put back. */
  readonly done: () => Promise<void>;
}

/**
 * Whether a run that was removed can be put back. The queue of a DAG takes only what is enqueued anew, with what its file says
 * by now and parameters that may be masked; everything else would begin at once, and so would a run that waited for its time.
 */
export function canComeBack({ type }: Queue, { waitsForTime }: QueueItem): boolean {
  return type === 'global' && !waitsForTime;
}

/** Takes a run out of its queue, and offers to put it back where it can be. */
export async function dequeue(
  engine: EngineConnection,
  toasts: Toasts,
  { item, queue, done }: Removal,
): Promise<void> {
  const { name, dagRunId, position } = item;
  // Another node may be shown when it is put back.
  const remoteNode = engine.nodes.state.getState().node;
  await engine.call('runs.dequeue', { name, dagRunId });
  toasts.getState().tell({
    text: texts.announce.removed(name),
    ...(queue &&
      canComeBack(queue, item) && {
        verb: texts.announce.putBack,
        failed: texts.announce.notPutBack,
        undo: async () => {
          const atEnd = await putBack(engine, item, { name: queue.name, position, remoteNode });
          if (atEnd) toasts.getState().tell({ text: texts.announce.atEnd(name, atEnd) });
          await done();
        },
      }),
  });
}

/**
 * A run that has left its queue is over; a new one with its definition and its parameters takes its place. Answers why it
 * could not have that place, where it stands last or has begun.
 */
async function putBack(
  engine: EngineConnection,
  { name, dagRunId: old }: QueueItem,
  place: { readonly name: string; readonly position: number; readonly remoteNode: string },
): Promise<string | undefined> {
  const { remoteNode } = place;
  // Its place in the queue was its own, whatever other run of the DAG is there.
  const again = { name, dagRunId: old, remoteNode, singleton: false };
  const { dagRunId } = await engine.call('runs.reschedule', again);
  try {
    await engine.call('queues.move', { ...place, dagName: name, dagRunId });
    return undefined;
  } catch (error) {
    return formatError(error);
  }
}
