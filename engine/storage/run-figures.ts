import type { RunStatus } from '../contract/status.ts';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** How many root runs are active, and how many of these came to their queue and began since a time. */
export interface ActiveFigures {
  readonly running: number;
  readonly queued: number;
  readonly queuedSince: number;
  readonly begunSince: number;
}

const isActive = `status IN ('running', 'queued', 'waiting')`;

/** The plus keeps SQLite from the index by parent, in which it would look at all root runs. */
export function activeFigures(db: Database, since: number): ActiveFigures {
  return prepared(
    db,
    `SELECT count(*) FILTER (WHERE status = 'running') AS running, count(*) FILTER (WHERE status = 'queued') AS queued,
       count(*) FILTER (WHERE queued_this_attempt AND queued_at >= :since) AS queuedSince,
       count(*) FILTER (WHERE started_at >= :since) AS begunSince
     FROM run WHERE +parent_id IS NULL AND ${isActive}`,
  ).get({ since }) as ActiveFigures;
}

/** What is counted of an active root run. Times are milliseconds since the epoch, and those of its present attempt. */
export interface ActiveRun {
  readonly dagName: string;
  readonly status: RunStatus;
  readonly queuedAt: number | null;
  readonly startedAt: number | null;
}

/** The runs that have not ended, without those that other runs called. Times in milliseconds since the epoch. */
export function activeRuns(db: Database): readonly ActiveRun[] {
  return prepared(
    db,
    `SELECT dag_name AS dagName, status, iif(queued_this_attempt, queued_at, NULL) AS queuedAt, started_at AS startedAt
     FROM run WHERE +parent_id IS NULL AND ${isActive}`,
  ).all() as ActiveRun[];
}
