import type { Database } from './database.ts';
import { prepared } from './prepared.ts';
import { runById, type RunRecord } from './runs.ts';

/** A run that is to start at a time. */
export interface PlannedRun {
  /** Row of the run. */
  readonly runId: number;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
  /** 1: it starts without waiting in line. */
  readonly isDirect: 0 | 1;
}

/** When the first of them is due after a time; null for none. */
export function nextPlannedAt(db: Database, after: number): number | null {
  return prepared(db, 'SELECT min(due_at) FROM queue_item WHERE due_at > ?').pluck().get(after) as
    number | null;
}

/** Runs of a DAG that are to start at a later time. */
export function plannedRunsOf(db: Database, dagName: string): readonly RunRecord[] {
  const ids = prepared(
    db,
    `SELECT queue_item.run_id FROM queue_item JOIN run ON run.id = queue_item.run_id
     WHERE due_at IS NOT NULL AND dag_name = ?`,
  )
    .pluck()
    .all(dagName) as number[];
  return ids.flatMap((id) => runById(db, id) ?? []);
}

/** Those that are due by a time, in the order in which they are. */
export function plannedUntil(db: Database, until: number): readonly PlannedRun[] {
  return prepared(
    db,
    `SELECT run_id AS runId, due_at AS dueAt, is_direct AS isDirect FROM queue_item
     WHERE due_at IS NOT NULL AND due_at <= ? ORDER BY due_at, run_id`,
  ).all(until) as PlannedRun[];
}

/** Whether a run is to start at a later time. */
export function isPlanned(db: Database, runId: number): boolean {
  const found = prepared(db, 'SELECT 1 FROM queue_item WHERE run_id = ? AND due_at IS NOT NULL');
  return found.get(runId) !== undefined;
}

/** The time has come: from now on it has the last place in its queue. False when it was not planned any more. */
export function enterQueue(db: Database, runId: number): boolean {
  const { changes } = prepared(
    db,
    `UPDATE queue_item SET due_at = NULL, is_direct = 0, place =
       (SELECT max(place) + 1 FROM queue_item AS other WHERE other.queue = queue_item.queue)
     WHERE run_id = ? AND due_at IS NOT NULL`,
  ).run(runId);
  return changes > 0;
}
