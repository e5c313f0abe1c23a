import type { Database } from './database.ts';
import type { KeptHistory } from './file-retention.ts';
import { prepared } from './prepared.ts';

/** A run that is deleted: what has to be announced and removed with it. */
export interface DeletedRun {
  readonly dagName: string;
  readonly runId: string;
  readonly logFolder: string;
  readonly isRoot: boolean;
}

export interface Portion {
  readonly deleted: readonly DeletedRun[];
  /** Whether nothing more of the kind is left. */
  readonly isDone: boolean;
}

interface Row {
  readonly id: number;
  readonly dagName: string;
  readonly runId: string;
  readonly logFolder: string;
  readonly parentId: number | null;
  readonly definitionId: number;
  readonly baseId: number | null;
  readonly nodes: number;
}

const columns = `id, dag_name AS dagName, run_id AS runId, absolute_path(log_folder) AS logFolder, parent_id AS parentId,
  definition_id AS definitionId, base_id AS baseId,
  (SELECT count(*) FROM node WHERE node.run_id = run.id) AS nodes`;

/** Which root runs are asked for: those of a name, of the file that made them, or those without a file that are to be kept as long. */
export type RunsOf =
  | { readonly dagName: string }
  | { readonly fileName: string }
  | { readonly inlineName: string; readonly days: number };

// Active runs are named by their status as well: an end is no promise, since a retry opens the run again.
// A mail that is still to be sent needs what it tells of.
const ended = `parent_id IS NULL AND finished_at <= :before AND status NOT IN ('running', 'queued', 'waiting')
  AND id NOT IN (SELECT run_id FROM mail WHERE due_at IS NOT NULL)`;

function expired(runs: RunsOf, newest: number): string {
  const all = `${ofScope(runs)} AND ${ended}`;
  if (newest === 0) return all;
  return `${all} AND id NOT IN (SELECT id FROM run WHERE ${ofScope(runs)} AND parent_id IS NULL
    AND status NOT IN ('running', 'queued', 'waiting') ORDER BY id DESC LIMIT :newest)`;
}

/** Which of some runs are deleted: those that are neither among the newest nor ended after a time. */
export interface Expiry {
  /** Ended at or before; milliseconds since the epoch. */
  readonly before: number;
  /** So many of the newest ended ones stay. Counted as they were made, which no clock that is wrong can change. */
  readonly newest: number;
}

function ofScope(runs: RunsOf): string {
  if ('dagName' in runs) return 'dag_name = :dagName';
  if ('fileName' in runs) return 'file_name = :fileName';
  return 'dag_name = :inlineName AND retention_days = :days AND file_name IS NULL';
}

/** About what a transaction of a few milliseconds deletes. */
const ROWS_OF_A_PORTION = 600;
const ROWS_OF_A_RUN = 5;
const ROWS_OF_A_NODE = 3;

/**
 * Forgets some of these root runs that ended at or before a time, oldest first, with all that they called: nodes,
 * attempts and outputs go with them, definitions when no other run has them. Called runs go before their root, so that
 * what is left of a large one is found again.
 */
export function deleteExpiredRuns(db: Database, runs: RunsOf, { before, newest }: Expiry): Portion {
  const roots = prepared(
    db,
    `SELECT ${columns} FROM run WHERE ${expired(runs, newest)} ORDER BY finished_at LIMIT :limit`,
  ).all({ ...runs, before, newest, limit: ROWS_OF_A_PORTION / ROWS_OF_A_RUN }) as Row[];
  const deleted: Row[] = [];
  let room = ROWS_OF_A_PORTION;
  for (const root of roots) {
    for (const row of withCalled(db, root)) {
      deleteOne(db, row);
      deleted.push(row);
      room -= ROWS_OF_A_RUN + ROWS_OF_A_NODE * row.nodes;
      if (room <= 0) return { deleted: deleted.map(toDeleted), isDone: false };
    }
  }
  return { deleted: deleted.map(toDeleted), isDone: true };
}

function withCalled(db: Database, root: Row): readonly Row[] {
  const called = prepared(
    db,
    `SELECT ${columns} FROM run WHERE root_id = ? ORDER BY id DESC LIMIT ?`,
  ).all(root.id, ROWS_OF_A_PORTION / ROWS_OF_A_RUN) as Row[];
  return [...called, root];
}

function deleteOne(db: Database, { id, definitionId, baseId }: Row): void {
  prepared(db, 'DELETE FROM run WHERE id = ?').run(id);
  dropDefinition(db, definitionId);
  if (baseId !== null) dropDefinition(db, baseId);
}

function dropDefinition(db: Database, id: number): void {
  prepared(
    db,
    `DELETE FROM definition WHERE id = ? AND NOT EXISTS
       (SELECT 1 FROM run WHERE definition_id = definition.id OR base_id = definition.id)`,
  ).run(id);
}

function toDeleted({ dagName, runId, logFolder, parentId }: Row): DeletedRun {
  return { dagName, runId, logFolder, isRoot: parentId === null };
}

/** Whether `deleteExpiredRuns` would find anything. */
export function hasExpiredRuns(db: Database, runs: RunsOf, { before, newest }: Expiry): boolean {
  const found = prepared(db, `SELECT 1 FROM run WHERE ${expired(runs, newest)} LIMIT 1`);
  return found.get({ ...runs, before, newest }) !== undefined;
}

/** How many runs `deleteExpiredRuns` would delete in all, roots alone, and when the first and the last of them ended. */
export function countExpiredRuns(
  db: Database,
  runs: RunsOf,
  { before, newest }: Expiry,
): { readonly runs: number; readonly first: number | null; readonly last: number | null } {
  return prepared(
    db,
    `SELECT count(*) AS runs, min(finished_at) AS first, max(finished_at) AS last FROM run WHERE ${expired(runs, newest)}`,
  ).get({ ...runs, before, newest }) as ReturnType<typeof countExpiredRuns>;
}

/** The files that have made runs. Steps from name to name: there are many runs of each. */
export function filesWithRuns(db: Database): readonly string[] {
  const next = 'FROM run WHERE parent_id IS NULL AND file_name IS NOT NULL';
  return prepared(
    db,
    `WITH RECURSIVE known (name) AS (
       SELECT min(file_name) ${next}
       UNION ALL
       SELECT (SELECT min(file_name) ${next} AND file_name > known.name) FROM known WHERE known.name IS NOT NULL
     )
     SELECT name FROM known WHERE name IS NOT NULL`,
  )
    .pluck()
    .all() as string[];
}

/** The names of ended runs without a file, with how many days some of them are kept: for ever is not among them. */
export function inlineRunsKept(
  db: Database,
): readonly { readonly inlineName: string; readonly days: number }[] {
  const next = `FROM run WHERE parent_id IS NULL AND finished_at IS NOT NULL AND file_name IS NULL`;
  const first = 'ORDER BY dag_name, retention_days LIMIT 1';
  return prepared(
    db,
    `WITH RECURSIVE known (name, days) AS (
       SELECT * FROM (SELECT dag_name, retention_days ${next} ${first})
       UNION ALL
       SELECT run.dag_name, run.retention_days FROM known JOIN run ON run.id =
         (SELECT id ${next} AND (dag_name, retention_days) > (known.name, known.days) ${first})
     )
     SELECT name AS inlineName, days FROM known WHERE days >= 0`,
  ).all() as { inlineName: string; days: number }[];
}

/** What the newest run that a file made was told about how long to keep history; null without runs. */
export function newestRetentionOf(db: Database, fileName: string): KeptHistory | null {
  const found = prepared(
    db,
    'SELECT retention_days AS days, retention_runs AS runs FROM run WHERE file_name = ? AND parent_id IS NULL ORDER BY id DESC LIMIT 1',
  );
  return (found.get(fileName) as KeptHistory | undefined) ?? null;
}

/** The status of the run that a folder is named after; undefined where there is none. */
export function statusOfKey(db: Database, key: string): string | undefined {
  return prepared(db, 'SELECT status FROM run WHERE key = ?').pluck().get(key) as
    string | undefined;
}

/** Whether a run writes its logs to a folder, whatever that is called. */
export function isLogFolder(db: Database, folder: string): boolean {
  const found = prepared(db, 'SELECT 1 FROM run WHERE log_folder = stored_path(?) LIMIT 1');
  return found.get(folder) !== undefined;
}

/** When this database was made: what is older on the disk is not known to be its own. */
export function madeAt(db: Database): number {
  return prepared(db, 'SELECT made_at FROM store').pluck().get() as number;
}
