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
  readonly cause: AttemptCause;
  /** Byte of the log of standard output at which it began. */
  readonly stdoutFrom: number;
  /** JSON text of a `Stopwatch`: of the time limit of its step; null where that has none. */
  readonly stopwatch: string | null;
}

/** `rerun`: a retry of the whole run. */
export type AttemptCause = 'first' | 'retry' | 'repeat' | 'rerun';

export type NewAttempt = Omit<AttemptRecord, 'pid' | 'processStarted' | 'bootId'>;

/** Stored before the process begins. */
export function insertAttempt(db: Database, runId: number, attempt: NewAttempt): void {
  prepared(
    db,
    `INSERT INTO attempt (run_id, position, number, nonce, started_at, cause, stdout_from, stopwatch)
     VALUES (:runId, :position, :number, :nonce, :startedAt, :cause, :stdoutFrom, :stopwatch)`,
  ).run({ ...attempt, runId });
}

/** Executions of a node, oldest first. */
export function* attemptsOf(
  db: Database,
  runId: number,
  position: number,
): IterableIterator<EndedAttempt> {
  yield* prepared(
    db,
    `SELECT number, cause, started_at AS startedAt, finished_at AS finishedAt, exit_code AS exitCode,
       cpu_ms AS cpuMs, peak_memory AS peakMemory
     FROM attempt WHERE run_id = ? AND position = ? ORDER BY number`,
  ).iterate(runId, position) as IterableIterator<EndedAttempt>;
}

export interface EndedAttempt {
  readonly number: number;
  readonly cause: AttemptCause;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly exitCode: number | null;
  /** CPU time of its processes in milliseconds, and the most memory that they had at once; null: not measured. */
  readonly cpuMs: number | null;
  readonly peakMemory: number | null;
}

type ProcessFields = Pick<
  AttemptRecord,
  'position' | 'number' | 'pid' | 'processStarted' | 'bootId' | 'stopwatch'
>;

/** Notes the process of an attempt, so that another engine finds it again. */
export function recordProcess(db: Database, runId: number, attempt: ProcessFields): void {
  prepared(
    db,
    `UPDATE attempt SET pid = :pid, process_started = :processStarted, boot_id = :bootId, stopwatch = :stopwatch
     WHERE run_id = :runId AND position = :position AND number = :number`,
  ).run({ ...attempt, runId });
}

/** Notes how far the time limit of an attempt has come. `stopwatch` is JSON, or null without a limit. */
export function saveStopwatch(
  db: Database,
  runId: number,
  attempt: Pick<AttemptRecord, 'position' | 'number' | 'stopwatch'>,
): void {
  prepared(
    db,
    `UPDATE attempt SET stopwatch = :stopwatch
     WHERE run_id = :runId AND position = :position AND number = :number`,
  ).run({ ...attempt, runId });
}

/** Ends an attempt: `finishedAt` in milliseconds since the epoch, `peakMemory` in bytes. */
export function finishAttempt(
  db: Database,
  runId: number,
  end: Pick<AttemptRecord, 'position' | 'number'> &
    Pick<EndedAttempt, 'exitCode' | 'cpuMs' | 'peakMemory'> & { readonly finishedAt: number },
): void {
  prepared(
    db,
    `UPDATE attempt SET finished_at = :finishedAt, exit_code = :exitCode, cpu_ms = :cpuMs, peak_memory = :peakMemory
     WHERE run_id = :runId AND position = :position AND number = :number`,
  ).run({ ...end, runId });
}

/** Forgets an attempt that certainly never began. */
export function dropAttempt(
  db: Database,
  { runId, position, number }: { runId: number; position: number; number: number },
): void {
  prepared(db, 'DELETE FROM attempt WHERE run_id = ? AND position = ? AND number = ?').run(
    runId,
    position,
    number,
  );
}

const columns = `attempt.position, number, nonce, pid, process_started AS processStarted, boot_id AS bootId,
  attempt.started_at AS startedAt, cause, stdout_from AS stdoutFrom, attempt.stopwatch`;

/** Executions of which no end is known: after a crash, these are looked for among the processes. */
export function openAttempts(db: Database, runId: number): readonly AttemptRecord[] {
  return prepared(
    db,
    `SELECT ${columns} FROM attempt WHERE run_id = ? AND finished_at IS NULL ORDER BY position, number`,
  ).all(runId) as AttemptRecord[];
}

/** One of a run that another one called, with the key of that run. */
export interface CalledAttempt extends AttemptRecord {
  readonly key: string;
}

/** The same of all open runs that a run called, directly or not; with a position, that this node of it called. */
export function openAttemptsOfCalled(
  db: Database,
  of: { readonly runId: number; readonly position: number | null },
): readonly CalledAttempt[] {
  return prepared(
    db,
    `WITH RECURSIVE called (id, key) AS (
       SELECT id, key FROM run WHERE parent_id = :runId AND parent_position = coalesce(:position, parent_position)
         AND status IN ('running', 'waiting')
       UNION ALL SELECT run.id, run.key FROM run JOIN called ON run.parent_id = called.id
         WHERE run.status IN ('running', 'waiting')
     )
     SELECT ${columns}, key FROM attempt JOIN called ON attempt.run_id = called.id WHERE finished_at IS NULL`,
  ).all(of) as CalledAttempt[];
}

/** Byte of the log of standard output at which an attempt began; 0 for one that is not stored. */
export function logStartOf(
  db: Database,
  runId: number,
  { position, number }: Pick<AttemptRecord, 'position' | 'number'>,
): number {
  const start = prepared(
    db,
    'SELECT stdout_from FROM attempt WHERE run_id = ? AND position = ? AND number = ?',
  )
    .pluck()
    .get(runId, position, number);
  return (start as number | undefined) ?? 0;
}
