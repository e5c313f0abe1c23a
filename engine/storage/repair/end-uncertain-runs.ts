import type { Database } from '../database.ts';

const ERROR = 'The database was damaged during this run, so its progress is uncertain.';

/**
 * Ends the runs that went on. With a part of their history lost the engine could begin a step again that has begun
 * already. Returns how many there were.
 */
export function endUncertainRuns(db: Database, now: number): number {
  const active = `SELECT id FROM run WHERE status IN ('running', 'waiting')
    OR (status = 'queued' AND id NOT IN (SELECT run_id FROM queue_item))`;
  db.prepare(
    `UPDATE attempt SET finished_at = @now WHERE finished_at IS NULL AND run_id IN (${active})`,
  ).run({ now });
  db.prepare(
    `UPDATE node SET status = 'failed', stage = '', due_at = NULL, finished_at = @now, error = @error
     WHERE status IN ('running', 'waiting') AND run_id IN (${active})`,
  ).run({ now, error: ERROR });
  return db
    .prepare(
      `UPDATE run SET status = 'failed', finished_at = @now, error = @error WHERE id IN (${active})`,
    )
    .run({ now, error: ERROR }).changes;
}
