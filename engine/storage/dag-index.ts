import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** What is known of one definition file without reading it again. */
export interface IndexedDag {
  /** Without extension. */
  readonly fileName: string;
  readonly fingerprint: string;
  readonly name: string;
  /** JSON of the contract's `dagHead`. */
  readonly head: string;
  /** JSON list. */
  readonly tags: string;
  /** JSON of `Schedules`. */
  readonly schedule: string;
  /** JSON of `SlotPolicy`. */
  readonly policy: string;
  /** JSON list of load errors. */
  readonly errors: string;
  /** Its `hist_retention_days`; null for a file that cannot be loaded. */
  readonly retentionDays: number | null;
  /** Its `hist_retention_runs`; null also where it has none. */
  readonly retentionRuns: number | null;
  /** Where it says its name, or where that is missing. */
  readonly nameLine: number;
  readonly nameColumn: number;
}

export type ListedDag = IndexedDag & { readonly suspended: 0 | 1 };

const columns =
  'file_name AS fileName, fingerprint, name, head, tags, schedule, policy, errors, retention_days AS retentionDays, retention_runs AS retentionRuns, name_line AS nameLine, name_column AS nameColumn';

/** Adds what a file says, or replaces what it said before. */
export function saveIndexedDag(db: Database, dag: IndexedDag): void {
  prepared(
    db,
    `INSERT INTO dag_index (file_name, fingerprint, name, head, tags, schedule, policy, errors, retention_days, retention_runs, name_line,
       name_column)
     VALUES (:fileName, :fingerprint, :name, :head, :tags, :schedule, :policy, :errors, :retentionDays, :retentionRuns, :nameLine,
       :nameColumn)
     ON CONFLICT DO UPDATE SET fingerprint = excluded.fingerprint, name = excluded.name, head = excluded.head,
       tags = excluded.tags, schedule = excluded.schedule, policy = excluded.policy, errors = excluded.errors,
       retention_days = excluded.retention_days, retention_runs = excluded.retention_runs, name_line = excluded.name_line, name_column = excluded.name_column`,
  ).run(dag);
}

/** Forgets what a file said; whether it is suspended stays known. */
export function dropIndexedDag(db: Database, fileName: string): void {
  prepared(db, 'DELETE FROM dag_index WHERE file_name = ?').run(fileName);
}

/** All files that are indexed, in no order, with whether each is suspended. */
export function indexedDags(db: Database): readonly ListedDag[] {
  return prepared(
    db,
    `SELECT ${columns}, coalesce(suspended, 0) AS suspended FROM dag_index LEFT JOIN dag_state USING (file_name)`,
  ).all() as ListedDag[];
}

/** Whether no schedule of this file counts; false for one that nobody has suspended. */
export function isSuspended(db: Database, fileName: string): boolean {
  return (
    prepared(db, 'SELECT suspended FROM dag_state WHERE file_name = ?').pluck().get(fileName) === 1
  );
}

/** Suspends a file or takes that back; the file need not be indexed. */
export function setSuspended(db: Database, fileName: string, suspended: boolean): void {
  prepared(
    db,
    `INSERT INTO dag_state (file_name, suspended) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET suspended = excluded.suspended`,
  ).run(fileName, suspended ? 1 : 0);
}

/** Forgets whether a file is suspended: one of the same name begins anew. */
export function dropDagState(db: Database, fileName: string): void {
  prepared(db, 'DELETE FROM dag_state WHERE file_name = ?').run(fileName);
}

/** What people decided about a DAG follows it; what is left of an earlier DAG of the new name goes. */
export function renameDagState(db: Database, from: string, to: string): void {
  dropDagState(db, to);
  prepared(db, 'UPDATE dag_state SET file_name = ? WHERE file_name = ?').run(to, from);
}
