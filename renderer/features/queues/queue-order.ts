import type { Queue, QueueItem } from '#contract/queue.ts';
import { isSameRun, runKey, type RunName } from '../../lib/run-key.ts';

/** Whether a run is active or waits in a queue. */
export function holdsRun(queue: Queue, run: RunName): boolean {
  return [...queue.running, ...queue.queued].some((item) => isSameRun(item, run));
}

/** The queue with another list at one of its sides. */
export function withItems(
  queue: Queue,
  side: 'running' | 'queued',
  items: readonly QueueItem[],
): Queue {
  return { ...queue, [side]: [...items] };
}

/** The new lists with the items that did not change as the objects that they were, so that their rows stay as they are. */
export function withKnown(before: readonly Queue[], after: readonly Queue[]): readonly Queue[] {
  const known = new Map(
    before
      .flatMap(({ running, queued }) => [...running, ...queued])
      .map((item) => [runKey(item), item]),
  );
  const kept = (item: QueueItem) => {
    const old = known.get(runKey(item));
    return old !== undefined && isSame(old, item) ? old : item;
  };
  return after.map((queue) => ({
    ...queue,
    running: queue.running.map(kept),
    queued: queue.queued.map(kept),
  }));
}

/** Items are flat. */
function isSame(a: QueueItem, b: QueueItem): boolean {
  const fields = Object.keys(b) as (keyof QueueItem)[];
  return fields.every((field) => a[field] === b[field]);
}

/** The queue after a run got another place; 1 is next. Positions count anew, reasons wait for the engine's word. */
export function moved(queue: Queue, item: RunName, position: number): Queue {
  const mover = queue.queued.find((other) => isSameRun(other, item));
  if (mover === undefined) return queue;
  const others = queue.queued.filter((other) => other !== mover);
  const queued = [...others.slice(0, position - 1), mover, ...others.slice(position - 1)];
  return withItems(
    queue,
    'queued',
    queued.map((one, index) => ({ ...one, position: index + 1 })),
  );
}

/** Where a dragged run would stand when it is let go above or below another one. */
export function droppedAt(from: number, target: number, side: 'above' | 'below'): number {
  const place = side === 'above' ? target : target + 1;
  return from < place ? place - 1 : place;
}
