import type { Clock } from '../../lib/clock.ts';
import { usedBy } from '../../lib/stopwatch.ts';
import { momentOf, newStopwatch } from '../../platform/moment.ts';
import { detailOf, type NodeDetail, type NodeRecord } from '../../storage/nodes.ts';

/** What is stored of a pause before the next attempt. */
export type NodePause = Required<Pick<NodeDetail, 'next' | 'pause'>>;

/** One that begins. `since`: when the attempt before it ended, in milliseconds since the epoch; null: now. */
export function newPause(
  next: NodePause['next'],
  { lengthMs, since }: { readonly lengthMs: number; readonly since: number | null },
  clock: Clock,
): NodePause {
  const watch = newStopwatch(clock);
  const usedMs = since === null ? 0 : Math.max(0, watch.at - since);
  return { next, pause: { lengthMs, stopwatch: { ...watch, usedMs } } };
}

/** The one of a node that an earlier engine left in it. */
export function storedPause(node: Pick<NodeRecord, 'dueAt' | 'detail'>, clock: Clock): NodePause {
  const { next = 'retry', pause } = detailOf(node);
  if (pause !== undefined) return { next, pause };
  // An older version noted the end alone.
  return newPause(next, { lengthMs: (node.dueAt ?? 0) - clock.now(), since: null }, clock);
}

/** Milliseconds until the pause ends; 0 when it has. */
export function leftOf({ pause: { lengthMs, stopwatch } }: NodePause, clock: Clock): number {
  return Math.max(0, lengthMs - usedBy(stopwatch, momentOf(clock)));
}
