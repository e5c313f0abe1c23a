import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** One execution of a node. The process fields are null until its process is known to have begun. */
export interface AttemptRecord {
  readonly position: number;
  readonly number: number;
  /** Random; the launcher carries it, so that a stranger with a reused pid is told apart. */
  readonly nonce: string;
  readonly pid: number | null;
  /** The operating system's own measure of when the process began. */
  readonly processStarted: string | null;
  readonly bootId: string | null;
  readonly startedAt: number;
}

/** Stored before the process begins. */
export function insertAttempt(
  db: Database,
  runId: number,
  attempt: Pick<AttemptRecord, 'position' | 'number' | 'nonce' | 'startedAt'>,
): void {
  prepared(
    db,
    'INSERT INTO attempt (run_id, position, number, nonce, started_at) VALUES (?, ?, ?, ?, ?)',
  ).run(runId, attempt.position, attempt.number, attempt.nonce, attempt.startedAt);
}

type ProcessFields = Pick<
  AttemptRecord,
  'position' | 'number' | 'pid' | 'processStarted' | 'bootId'
>;

export function recordProcess(db: Database, runId: number, attempt: ProcessFields): void {
  prepared(
    db,
    `UPDATE attempt SET pid = :pid, process_started = :processStarted, boot_id = :bootId
     WHERE run_id = :runId AND position = :position AND number = :number`,
  ).run({ ...attempt, runId });
}

export function finishAttempt(
  db: Database,
  runId: number,
  end: Pick<AttemptRecord, 'position' | 'number'> & {
    readonly finishedAt: number;
    readonly exitCode: number | null;
  },
): void {
  prepared(
    db,
    `UPDATE attempt SET finished_at = :finishedAt, exit_code = :exitCode
     WHERE run_id = :runId AND position = :position AND number = :number`,
  ).run({ ...end, runId });
}

/** Takes back the intent of a process that was never started. */
export function dropUnbegunAttempt(db: Database, runId: number, position: number): void {
  prepared(
    db,
    'DELETE FROM attempt WHERE run_id = ? AND position = ? AND pid IS NULL AND finished_at IS NULL',
  ).run(runId, position);
}

/** Executions of which no end is known: after a crash, these are looked for among the processes. */
export function openAttempts(db: Database, runId: number): readonly AttemptRecord[] {
  return prepared(
    db,
    `SELECT position, number, nonce, pid, process_started AS processStarted, boot_id AS bootId, started_at AS startedAt
     FROM attempt WHERE run_id = ? AND finished_at IS NULL ORDER BY position, number`,
  ).all(runId) as AttemptRecord[];
}
