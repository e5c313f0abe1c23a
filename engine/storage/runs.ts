import { createHash } from 'node:crypto';
import type { RunStatus, TriggerType } from '../contract/status.ts';
import type { CutShort } from '../dag/roll-up.ts';
import { detachRuns } from './file-retention.ts';
import { noteRunCommit } from './run-commits.ts';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';
import { tallyEnd } from './run-tallies.ts';

/** How far a run has come: its preconditions are asked, its init handler runs, its steps, its other handlers. */
export type RunPhase = 'checking' | 'init' | 'steps' | 'handlers';

/** A run as stored. Times are milliseconds since the epoch. */
export interface RunRecord {
  readonly id: number;
  /** Name of its log folder and of its private working folder. */
  readonly key: string;
  readonly dagName: string;
  readonly runId: string;
  /**
   * The stored file that made it, whatever name it bears; follows the renames of that file. Null for a definition that came
   * with the request or that a step called by its path, and where the file was deleted.
   */
  readonly fileName: string | null;
  readonly definitionId: number;
  /** base.yaml as it was when the run began; null where there was none. */
  readonly baseId: number | null;
  /** Name of the document within the definition; null for the first one. */
  readonly document: string | null;
  /** Null for a root run. */
  readonly rootId: number | null;
  readonly parentId: number | null;
  /** Node of the parent that called it. */
  readonly parentPosition: number | null;
  /** 0 for a root run. */
  readonly depth: number;
  /** Queue in whose load it counts while it runs, and in which it waits before; empty for a called run. */
  readonly queue: string;
  /** Counts from 1; a retry adds one. */
  readonly attempt: number;
  readonly phase: RunPhase;
  readonly cutShort: CutShort;
  /** JSON list of texts: why each precondition of the DAG was not met. */
  readonly conditionErrors: string;
  readonly status: RunStatus;
  readonly triggerType: TriggerType;
  readonly attemptId: string;
  readonly params: string;
  readonly context: string;
  readonly tags: string;
  readonly createdAt: number;
  readonly queuedAt: number | null;
  /** When it was wanted to start, if somebody named a time. */
  readonly plannedAt: number | null;
  /** 1: `queuedAt` is that of the present attempt; 0: of an earlier one. */
  readonly queuedThisAttempt: 0 | 1;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly stopRequestedAt: number | null;
  /** JSON list of the waits, by their names, for which the wait handler was begun last. */
  readonly waitedFor: string;
  readonly logFolder: string;
  readonly retentionDays: number;
  /** How many runs as this one are kept; null: as many as there are. */
  readonly retentionRuns: number | null;
  readonly error: string;
  /** JSON text of a `Stopwatch`: of the limit of its steps, later of that of a handler. Null where neither counts. */
  readonly stopwatch: string | null;
}

export type NewRun = Omit<
  RunRecord,
  | 'id'
  | 'definitionId'
  | 'baseId'
  | 'attempt'
  | 'queuedThisAttempt'
  | 'plannedAt'
  | 'retentionRuns'
  | 'cutShort'
  | 'conditionErrors'
  | 'finishedAt'
  | 'stopRequestedAt'
  | 'waitedFor'
  | 'error'
  | 'stopwatch'
> & {
  readonly definition: string;
  readonly base: string | null;
  readonly plannedAt?: number | null;
  readonly retentionRuns?: number | null;
};

const columns = `id, key, dag_name AS dagName, run_id AS runId, file_name AS fileName,
  definition_id AS definitionId, base_id AS baseId, document, root_id AS rootId, parent_id AS parentId,
  parent_position AS parentPosition, depth, queue, attempt, phase, cut_short AS cutShort,
  condition_errors AS conditionErrors, status, trigger_type AS triggerType, attempt_id AS attemptId, params, context, tags,
  created_at AS createdAt, queued_at AS queuedAt, planned_at AS plannedAt, queued_this_attempt AS queuedThisAttempt, started_at AS startedAt,
  finished_at AS finishedAt, stop_requested_at AS stopRequestedAt, waited_for AS waitedFor,
  absolute_path(log_folder) AS logFolder, retention_days AS retentionDays, retention_runs AS retentionRuns, error, stopwatch`;

/** Stores a run and its definition. Returns the row's id. */
export function insertRun(db: Database, run: NewRun): number {
  const definitionId = definitionIdOf(db, run.definition);
  const { lastInsertRowid } = prepared(
    db,
    `INSERT INTO run (key, dag_name, run_id, file_name, definition_id, base_id, document, root_id, parent_id,
       parent_position, depth, queue, phase, status, trigger_type, attempt_id, params, context, tags, created_at, queued_at,
       planned_at, started_at, log_folder, retention_days, retention_runs)
     VALUES (:key, :dagName, :runId, :fileName, :definitionId, :baseId, :document, :rootId, :parentId,
       :parentPosition, :depth, :queue, :phase, :status, :triggerType, :attemptId, :params, :context, :tags, :createdAt, :queuedAt,
       :plannedAt, :startedAt, stored_path(:logFolder), :retentionDays, :retentionRuns)`,
  ).run({
    plannedAt: null,
    retentionRuns: null,
    ...run,
    definitionId,
    baseId: run.base === null ? null : definitionIdOf(db, run.base),
  });
  const id = Number(lastInsertRowid);
  const { fileName } = run;
  if (fileName !== null) noteRunCommit(db, { id, fileName, definitionId });
  return id;
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

/** Tells one stored text from any other; the id of a deleted one is used again. */
export function definitionHash(db: Database, definitionId: number): string {
  return prepared(db, 'SELECT hex(hash) FROM definition WHERE id = ?')
    .pluck()
    .get(definitionId) as string;
}

/** The text that a run was made from. The definition has to exist: those of runs do. */
export function definitionText(db: Database, definitionId: number): string {
  return prepared(db, 'SELECT text FROM definition WHERE id = ?')
    .pluck()
    .get(definitionId) as string;
}

/** How long that text is, which is found without reading it. */
export function definitionBytes(db: Database, definitionId: number): number {
  return prepared(db, 'SELECT octet_length(text) FROM definition WHERE id = ?')
    .pluck()
    .get(definitionId) as number;
}

/** A run by the name of its DAG and its own id, which is unique only there. */
export function findRun(db: Database, dagName: string, runId: string): RunRecord | undefined {
  return prepared(db, `SELECT ${columns} FROM run WHERE dag_name = ? AND run_id = ?`).get(
    dagName,
    runId,
  ) as RunRecord | undefined;
}

/** A run by its row; undefined once it is deleted. */
export function runById(db: Database, id: number): RunRecord | undefined {
  return prepared(db, `SELECT ${columns} FROM run WHERE id = ?`).get(id) as RunRecord | undefined;
}

/** The run whose folders bear a key. */
export function runOfKey(
  db: Database,
  key: string,
): Pick<RunRecord, 'status' | 'attempt'> | undefined {
  return prepared(db, 'SELECT status, attempt FROM run WHERE key = ?').get(key) as
    Pick<RunRecord, 'status' | 'attempt'> | undefined;
}

/** The run of a DAG that was made last, not counting those that other runs called. */
export function latestRunOf(db: Database, dagName: string): RunRecord | undefined {
  return prepared(
    db,
    `SELECT ${columns} FROM run WHERE dag_name = ? AND parent_id IS NULL ORDER BY id DESC LIMIT 1`,
  ).get(dagName) as RunRecord | undefined;
}

/** The newest runs of a DAG, newest first; of those below the id `before` where one is given. */
export function newestRunsOf(
  db: Database,
  dagName: string,
  { limit, before = Number.MAX_SAFE_INTEGER }: { limit: number; before?: number | undefined },
): readonly RunRecord[] {
  return prepared(
    db,
    `SELECT ${columns} FROM run WHERE dag_name = ? AND parent_id IS NULL AND id < ? ORDER BY id DESC LIMIT ?`,
  ).all(dagName, before, limit) as RunRecord[];
}

/** A run by its id among those that a run called, directly or not. */
export function calledRun(db: Database, callerId: number, runId: string): RunRecord | undefined {
  return prepared(
    db,
    `WITH RECURSIVE called (id) AS (
       SELECT id FROM run WHERE parent_id = :callerId
       UNION ALL SELECT run.id FROM run JOIN called ON run.parent_id = called.id
     )
     SELECT ${columns} FROM run WHERE run_id = :runId AND id IN called`,
  ).get({ callerId, runId }) as RunRecord | undefined;
}

/**
 * Runs that hold their DAG: running, queued or waiting. Sub-runs belong to their caller and do not, nor do runs that are to
 * start at a later time.
 */
export function activeRunsOf(db: Database, dagName: string): readonly RunRecord[] {
  // In two steps, since each scheduled start asks: sorted in one, it takes SQLite ten times as long where there is none.
  return prepared(
    db,
    `SELECT ${columns} FROM run WHERE id IN (
       SELECT id FROM run WHERE dag_name = ? AND parent_id IS NULL AND status IN ('running', 'queued', 'waiting')
         AND NOT (status = 'queued' AND id IN (SELECT run_id FROM queue_item WHERE due_at IS NOT NULL))
     ) ORDER BY id`,
  ).all(dagName) as RunRecord[];
}

/** A run of the DAG that a run of another one has called, and that has not ended. */
export function activeCallOf(db: Database, dagName: string): RunRecord | undefined {
  return prepared(
    db,
    `SELECT ${columns} FROM run
     WHERE status IN ('running', 'waiting') AND dag_name = ? AND parent_id IS NOT NULL LIMIT 1`,
  ).get(dagName) as RunRecord | undefined;
}

/** Runs of the DAG of a file that wait in a queue, for the first time or again. */
export function queuedRunsOfFile(db: Database, fileName: string): readonly RunRecord[] {
  return prepared(
    db,
    `SELECT ${columns} FROM run WHERE file_name = ? AND status = 'queued' ORDER BY id`,
  ).all(fileName) as RunRecord[];
}

/** Runs of a DAG that are active, or that were stopped since a time, oldest first. */
export function runsStoppedSince(db: Database, dagName: string, at: number): readonly RunRecord[] {
  return prepared(
    db,
    `SELECT ${columns} FROM run WHERE dag_name = ? AND parent_id IS NULL
       AND (status IN ('running', 'queued', 'waiting') OR stop_requested_at >= ?) ORDER BY id`,
  ).all(dagName, at) as RunRecord[];
}

/** Runs that an engine has to drive, callers before those they called. */
export function openRuns(db: Database): readonly RunRecord[] {
  return prepared(
    db,
    `SELECT ${columns} FROM run WHERE status IN ('running', 'waiting') ORDER BY id`,
  ).all() as RunRecord[];
}

/** Those of them that belong to one run: the run that somebody began, and all that it called. */
export function openRunsOfRoot(db: Database, rootId: number): readonly RunRecord[] {
  return prepared(
    db,
    `SELECT ${columns} FROM run WHERE status IN ('running', 'waiting') AND coalesce(root_id, id) = ? ORDER BY id`,
  ).all(rootId) as RunRecord[];
}

/** What changes in a run while it goes on. */
export type RunPatch = Partial<
  Pick<
    RunRecord,
    | 'status'
    | 'phase'
    | 'cutShort'
    | 'conditionErrors'
    | 'attempt'
    | 'attemptId'
    | 'triggerType'
    | 'queuedAt'
    | 'queuedThisAttempt'
    | 'startedAt'
    | 'finishedAt'
    | 'stopRequestedAt'
    | 'waitedFor'
    | 'error'
    | 'stopwatch'
    | 'logFolder'
  >
>;

const patchColumns: Readonly<Record<keyof RunPatch, string>> = {
  status: 'status',
  phase: 'phase',
  cutShort: 'cut_short',
  conditionErrors: 'condition_errors',
  attempt: 'attempt',
  attemptId: 'attempt_id',
  triggerType: 'trigger_type',
  queuedAt: 'queued_at',
  queuedThisAttempt: 'queued_this_attempt',
  startedAt: 'started_at',
  finishedAt: 'finished_at',
  stopRequestedAt: 'stop_requested_at',
  waitedFor: 'waited_for',
  error: 'error',
  stopwatch: 'stopwatch',
  logFolder: 'log_folder',
};

/** An end is counted with it: no way to end a run can forget that. */
export function updateRun(db: Database, id: number, patch: RunPatch): void {
  // Object.keys forgets its keys' type; a patch has no others.
  const keys = Object.keys(patch) as (keyof RunPatch)[];
  const valueOf = (key: string): string =>
    key === 'logFolder' ? `stored_path(:${key})` : `:${key}`;
  const assignments = keys.map((key) => `${patchColumns[key]} = ${valueOf(key)}`).join(', ');
  prepared(db, `UPDATE run SET ${assignments} WHERE id = :id`).run({ ...patch, id });
  if (typeof patch.finishedAt === 'number') tallyEnd(db, id);
}

/** What a person should know of a run, each text sealed: some of it is found only while it runs. */
export function saveWarnings(db: Database, id: number, warnings: readonly string[]): void {
  prepared(
    db,
    `UPDATE run SET context = json_set(context, '$.warnings', json(?)) WHERE id = ?`,
  ).run(JSON.stringify(warnings), id);
}

/** A DAG's history follows its new name, and so does the queue that is named like it. */
export function renameRuns(db: Database, from: string, to: string): void {
  prepared(
    db,
    `UPDATE run SET dag_name = :to, queue = CASE queue WHEN :from THEN :to ELSE queue END
     WHERE dag_name = :from`,
  ).run({ from, to });
}

/** The runs that a file made follow it, under whatever name they are kept; those of an earlier file of the new name do not. */
export function renameRunFiles(db: Database, from: string, to: string): void {
  detachRuns(db, to);
  prepared(db, 'UPDATE run SET file_name = :to WHERE file_name = :from').run({ from, to });
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
