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
}

export type ListedDag = IndexedDag & { readonly suspended: 0 | 1 };

const columns =
  'file_name AS fileName, fingerprint, name, head, tags, schedule, policy, errors, retention_days AS retentionDays';

/** Adds what a file says, or replaces what it said before. */
export function saveIndexedDag(db: Database, dag: IndexedDag): void {
  prepared(
    db,
    `INSERT INTO dag_index (file_name, fingerprint, name, head, tags, schedule, policy, errors, retention_days)
     VALUES (:fileName, :fingerprint, :name, :head, :tags, :schedule, :policy, :errors, :retentionDays)
     ON CONFLICT DO UPDATE SET fingerprint = excluded.fingerprint, name = excluded.name, head = excluded.head,
       tags = excluded.tags, schedule = excluded.schedule, policy = excluded.policy, errors = excluded.errors,
       retention_days = excluded.retention_days`,
  ).run(dag);
}

/** Forgets what a file said; whether it is suspended stays known. */
export function dropIndexedDag(db: Database, fileName: string): void {
  prepared(db, 'DELETE FROM dag_index WHERE file_name = ?').run(fileName);
}

/** The file whose DAG has this name, one of them where there are several; null: no file. */
export function fileNamed(db: Database, name: string): string | null {
  const found = prepared(db, 'SELECT file_name FROM dag_index WHERE name = ? LIMIT 1').pluck();
  return (found.get(name) as string | undefined) ?? null;
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
