import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** What waits in a queue: a run that has not begun, or an ended one that is to go on by a retry. */
export interface QueueItem {
  /** Row of the run. */
  readonly runId: number;
  readonly queue: string;
  readonly isRetry: 0 | 1;
  /** Node that alone is to run again; null: all that failed. */
  readonly retryPosition: number | null;
}

/** When a run that is not in line yet is due. */
export interface Plan {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Whether it then starts without waiting in line. */
  readonly isDirect: boolean;
}

/** Gives a run the last place of a queue; with a plan, one that counts only when it enters. */
export function insertQueueItem(db: Database, item: QueueItem, plan: Plan | null = null): void {
  prepared(
    db,
    `INSERT INTO queue_item (run_id, queue, place, is_retry, retry_position, due_at, is_direct)
     VALUES (:runId, :queue, (SELECT coalesce(max(place), 0) + 1 FROM queue_item WHERE queue = :queue),
       :isRetry, :retryPosition, :dueAt, :isDirect)`,
  ).run({ ...item, dueAt: plan?.at ?? null, isDirect: plan?.isDirect === true ? 1 : 0 });
}

/** The item whose turn is next. */
export function firstQueueItem(db: Database, queue: string): QueueItem | undefined {
  return prepared(
    db,
    `SELECT run_id AS runId, queue, is_retry AS isRetry, retry_position AS retryPosition
     FROM queue_item WHERE queue = ? AND due_at IS NULL ORDER BY place LIMIT 1`,
  ).get(queue) as QueueItem | undefined;
}

/** Whether the run was queued. */
export function removeQueueItem(db: Database, runId: number): boolean {
  return prepared(db, 'DELETE FROM queue_item WHERE run_id = ?').run(runId).changes > 0;
}

/** Names of the queues in which something waits. */
export function waitingQueues(db: Database): readonly string[] {
  return prepared(db, 'SELECT DISTINCT queue FROM queue_item WHERE due_at IS NULL')
    .pluck()
    .all() as string[];
}

/**
 * Gives a queued run another place: 1 is next, beyond the end is last. False when it does not wait in that queue.
 */
export function moveQueueItem(
  db: Database,
  { runId, queue, position }: { runId: number; queue: string; position: number },
): boolean {
  const own = prepared(
    db,
    'SELECT place FROM queue_item WHERE run_id = ? AND queue = ? AND due_at IS NULL',
  )
    .pluck()
    .get(runId, queue) as number | undefined;
  if (own === undefined) return false;
  const place = freePlace(db, { runId, queue, position });
  prepared(db, 'UPDATE queue_item SET place = ? WHERE run_id = ?').run(place, runId);
  return true;
}

/** Moves the others up where they stand in the way. */
function freePlace(
  db: Database,
  { runId, queue, position }: { runId: number; queue: string; position: number },
): number {
  const taken = prepared(
    db,
    'SELECT place FROM queue_item WHERE queue = ? AND run_id <> ? AND due_at IS NULL ORDER BY place LIMIT 1 OFFSET ?',
  )
    .pluck()
    .get(queue, runId, position - 1) as number | undefined;
  if (taken === undefined) {
    return prepared(db, 'SELECT max(place) + 1 FROM queue_item WHERE queue = ?')
      .pluck()
      .get(queue) as number;
  }
  prepared(db, 'UPDATE queue_item SET place = place + 1 WHERE queue = ? AND place >= ?').run(
    queue,
    taken,
  );
  return taken;
}
