import type { RunStatus } from '../contract/status.ts';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** One call of a sub-DAG that an attempt of a node makes. */
export interface CallRecord {
  /** Position among the items, from 0. */
  readonly item: number;
  readonly target: string;
  /** As a start takes them, secrets sealed. */
  readonly params: string;
  /** Null: its turn has not come, or no run came of it. */
  readonly childId: number | null;
  /** Why no run came of it; empty otherwise. */
  readonly error: string;
}

interface CallsOf {
  readonly runId: number;
  readonly position: number;
  readonly attempt: number;
}

/** Stores what an attempt is about to call, before it calls any of it. */
export function insertCalls(db: Database, of: CallsOf, calls: readonly CallRecord[]): void {
  const insert = prepared(
    db,
    `INSERT INTO call (run_id, position, attempt, item, target, params, child_id, error)
     VALUES (:runId, :position, :attempt, :item, :target, :params, :childId, :error)`,
  );
  for (const call of calls) insert.run({ ...call, ...of });
}

/** What an attempt calls, in the order of its items; empty before it came to store them. */
export function callsOf(db: Database, of: CallsOf): readonly CallRecord[] {
  return prepared(
    db,
    `SELECT item, target, params, child_id AS childId, error FROM call
     WHERE run_id = :runId AND position = :position AND attempt = :attempt ORDER BY item`,
  ).all(of) as CallRecord[];
}

/** Those of the latest attempt before one that made any: an attempt that never began has none. */
export function callsBefore(db: Database, of: CallsOf): readonly CallRecord[] {
  const attempt = prepared(
    db,
    `SELECT max(attempt) FROM call
     WHERE run_id = :runId AND position = :position AND attempt < :attempt`,
  )
    .pluck()
    .get(of) as number | null;
  return attempt === null ? [] : callsOf(db, { ...of, attempt });
}

/** Notes the run that came of a call, or why none did. */
export function recordCall(
  db: Database,
  of: CallsOf & Pick<CallRecord, 'item' | 'childId' | 'error'>,
): void {
  prepared(
    db,
    `UPDATE call SET child_id = :childId, error = :error
     WHERE run_id = :runId AND position = :position AND attempt = :attempt AND item = :item`,
  ).run(of);
}

/** Position of the step that called a run; null: nobody did. */
export function callerPosition(db: Database, childId: number): number | null {
  const position = prepared(
    db,
    'SELECT position FROM call WHERE child_id = ? ORDER BY attempt DESC LIMIT 1',
  )
    .pluck()
    .get(childId) as number | undefined;
  return position ?? null;
}

/** A call with what is known of its run, as the interface shows it. */
export interface CallRow extends Omit<CallRecord, 'childId'> {
  readonly position: number;
  readonly attempt: number;
  readonly name: string | null;
  readonly runId: string | null;
  readonly status: RunStatus | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly runError: string | null;
}

/** All calls of a run, by node, attempt and item. */
export function callRows(db: Database, runId: number): readonly CallRow[] {
  return prepared(
    db,
    `SELECT call.position, call.attempt, call.item, call.target, call.params, call.error, run.dag_name AS name,
       run.run_id AS runId, run.status, run.started_at AS startedAt, run.finished_at AS finishedAt,
       run.error AS runError
     FROM call LEFT JOIN run ON run.id = call.child_id
     WHERE call.run_id = ? ORDER BY call.position, call.attempt, call.item`,
  ).all(runId) as CallRow[];
}
