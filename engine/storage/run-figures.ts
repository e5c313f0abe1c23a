import type { RunStatus } from '../contract/status.ts';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** What is counted of a root run. Times are milliseconds since the epoch. */
export type RunFigures = readonly [
  id: number,
  dagName: string,
  status: RunStatus,
  createdAt: number,
  queuedAt: number | null,
  startedAt: number | null,
  finishedAt: number | null,
  attempt: number,
];

/** Figures of the root runs behind the one of id `after`, in the order of their ids, at most `limit`. */
export function runFigures(db: Database, after: number, limit: number): readonly RunFigures[] {
  return prepared(
    db,
    `SELECT id, dag_name, status, created_at, queued_at, started_at, finished_at, attempt
     FROM run WHERE id > ? AND parent_id IS NULL ORDER BY id LIMIT ?`,
  )
    .raw()
    .all(after, limit) as RunFigures[];
}
