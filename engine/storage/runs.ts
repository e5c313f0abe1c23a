import { createHash } from 'node:crypto';
import type { RunStatus, TriggerType } from '../contract/status.ts';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** A run as stored. Times are milliseconds since the epoch. */
export interface RunRecord {
  readonly id: number;
  /** Name of its log folder and of its private working folder. */
  readonly key: string;
  readonly dagName: string;
  readonly runId: string;
  /** Null for a definition that came with the request. */
  readonly fileName: string | null;
  readonly definitionId: number;
  readonly status: RunStatus;
  readonly triggerType: TriggerType;
  readonly attemptId: string;
  readonly params: string;
  readonly context: string;
  readonly tags: string;
  readonly createdAt: number;
  readonly queuedAt: number | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly stopRequestedAt: number | null;
  readonly logFolder: string;
  readonly retentionDays: number;
  readonly error: string;
}

export type NewRun = Omit<
  RunRecord,
  'id' | 'definitionId' | 'finishedAt' | 'stopRequestedAt' | 'error'
> & {
  readonly definition: string;
};

const columns = `id, key, dag_name AS dagName, run_id AS runId, file_name AS fileName,
  definition_id AS definitionId, status, trigger_type AS triggerType, attempt_id AS attemptId, params, context, tags,
  created_at AS createdAt, queued_at AS queuedAt, started_at AS startedAt, finished_at AS finishedAt,
  stop_requested_at AS stopRequestedAt, log_folder AS logFolder, retention_days AS retentionDays, error`;

/** Stores a run and its definition. Returns the row's id. */
export function insertRun(db: Database, run: NewRun): number {
  const { lastInsertRowid } = prepared(
    db,
    `INSERT INTO run (key, dag_name, run_id, file_name, definition_id, status, trigger_type, attempt_id, params,
       context, tags, created_at, queued_at, started_at, log_folder, retention_days)
     VALUES (:key, :dagName, :runId, :fileName, :definitionId, :status, :triggerType, :attemptId, :params,
       :context, :tags, :createdAt, :queuedAt, :startedAt, :logFolder, :retentionDays)`,
  ).run({ ...run, definitionId: definitionIdOf(db, run.definition) });
  return Number(lastInsertRowid);
}

function definitionIdOf(db: Database, text: string): number {
  const hash = createHash('sha256').update(text).digest();
  const known = prepared(db, 'SELECT id FROM definition WHERE hash = ?').pluck().get(hash);
  if (known !== undefined) return known as number;
  return Number(
    prepared(db, 'INSERT INTO definition (hash, text) VALUES (?, ?)').run(hash, text)
      .lastInsertRowid,
  );
}

export function definitionText(db: Database, definitionId: number): string {
  return prepared(db, 'SELECT text FROM definition WHERE id = ?')
    .pluck()
    .get(definitionId) as string;
}

export function findRun(db: Database, dagName: string, runId: string): RunRecord | undefined {
  return prepared(db, `SELECT ${columns} FROM run WHERE dag_name = ? AND run_id = ?`).get(
    dagName,
    runId,
  ) as RunRecord | undefined;
}

export function runById(db: Database, id: number): RunRecord | undefined {
  return prepared(db, `SELECT ${columns} FROM run WHERE id = ?`).get(id) as RunRecord | undefined;
}

export function latestRunOf(db: Database, dagName: string): RunRecord | undefined {
  return prepared(db, `SELECT ${columns} FROM run WHERE dag_name = ? ORDER BY id DESC LIMIT 1`).get(
    dagName,
  ) as RunRecord | undefined;
}

/** The newest runs of a DAG, newest first. */
export function newestRunsOf(db: Database, dagName: string, limit: number): readonly RunRecord[] {
  return prepared(db, `SELECT ${columns} FROM run WHERE dag_name = ? ORDER BY id DESC LIMIT ?`).all(
    dagName,
    limit,
  ) as RunRecord[];
}

/** Runs that hold their DAG: running, queued or waiting (decisions 6). */
export function activeRunsOf(db: Database, dagName: string): readonly RunRecord[] {
  return prepared(
    db,
    `SELECT ${columns} FROM run WHERE dag_name = ? AND status IN ('running', 'queued', 'waiting') ORDER BY id`,
  ).all(dagName) as RunRecord[];
}

export function runsWithStatus(db: Database, status: RunStatus): readonly RunRecord[] {
  return prepared(db, `SELECT ${columns} FROM run WHERE status = ? ORDER BY id`).all(
    status,
  ) as RunRecord[];
}

export function finishRun(
  db: Database,
  id: number,
  end: { readonly status: RunStatus; readonly finishedAt: number; readonly error: string },
): void {
  prepared(db, 'UPDATE run SET status = ?, finished_at = ?, error = ? WHERE id = ?').run(
    end.status,
    end.finishedAt,
    end.error,
    id,
  );
}

export function requestStop(db: Database, id: number, at: number): void {
  prepared(
    db,
    'UPDATE run SET stop_requested_at = coalesce(stop_requested_at, ?) WHERE id = ?',
  ).run(at, id);
}

/** A DAG's history follows its new name (decisions 38). */
export function renameRuns(db: Database, from: string, to: string): void {
  prepared(db, 'UPDATE run SET dag_name = ? WHERE dag_name = ?').run(to, from);
}

/** A run id that both names have used, if there is one: one history cannot hold both runs. */
export function sharedRunId(db: Database, one: string, other: string): string | undefined {
  return prepared(
    db,
    `SELECT run_id FROM run WHERE dag_name = ? AND run_id IN (SELECT run_id FROM run WHERE dag_name = ?)`,
  )
    .pluck()
    .get(one, other) as string | undefined;
}

/** Forgets a run: nodes, attempts and outputs go with it, its definition when no other run has it. */
export function deleteRun(db: Database, run: RunRecord): void {
  prepared(db, 'DELETE FROM run WHERE id = ?').run(run.id);
  prepared(
    db,
    'DELETE FROM definition WHERE id = ? AND NOT EXISTS (SELECT 1 FROM run WHERE definition_id = definition.id)',
  ).run(run.definitionId);
}

/** Finished runs of a DAG that ended before `before`, oldest first. */
export function expiredRuns(db: Database, dagName: string, before: number): readonly RunRecord[] {
  return prepared(
    db,
    `SELECT ${columns} FROM run
     WHERE dag_name = ? AND finished_at IS NOT NULL AND finished_at <= ?
       AND status NOT IN ('running', 'queued', 'waiting') ORDER BY id`,
  ).all(dagName, before) as RunRecord[];
}

export function dagNamesWithRuns(db: Database): readonly string[] {
  return prepared(db, 'SELECT DISTINCT dag_name FROM run').pluck().all() as string[];
}
