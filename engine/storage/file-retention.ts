import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** How much of its history a file keeps. */
export interface KeptHistory {
  /** -1: for ever. */
  readonly days: number;
  /** The newest of its ended runs; null: as many as there are. */
  readonly runs: number | null;
}

/** What the last text of a file that was sound and accepted says of it; null: none is known. */
export function fileRetention(db: Database, fileName: string): KeptHistory | null {
  const found = prepared(db, 'SELECT days, runs FROM file_retention WHERE file_name = ?');
  return (found.get(fileName) as KeptHistory | undefined) ?? null;
}

/** Notes what such a text says. */
export function saveFileRetention(db: Database, fileName: string, kept: KeptHistory): void {
  prepared(
    db,
    `INSERT INTO file_retention (file_name, days, runs) VALUES (:fileName, :days, :runs)
     ON CONFLICT DO UPDATE SET days = excluded.days, runs = excluded.runs`,
  ).run({ fileName, days: kept.days, runs: kept.runs });
}

/** What is known of a file follows it to its new name. */
export function renameFileRetention(db: Database, from: string, to: string): void {
  dropFileRetention(db, to);
  prepared(db, 'UPDATE file_retention SET file_name = ? WHERE file_name = ?').run(to, from);
}

/** Forgets how long a file keeps its runs. */
export function dropFileRetention(db: Database, fileName: string): void {
  prepared(db, 'DELETE FROM file_retention WHERE file_name = ?').run(fileName);
}

/**
 * The runs of a file that is gone for good, or whose name another file gets, are kept as it said last: a later file of the
 * name has no word in that. Those that are queued fail by themselves.
 */
export function detachRuns(db: Database, fileName: string): void {
  prepared(
    db,
    `UPDATE run SET file_name = NULL, retention_days = coalesce(
       (SELECT days FROM file_retention WHERE file_name = :fileName), retention_days),
       retention_runs = iif(EXISTS (SELECT 1 FROM file_retention WHERE file_name = :fileName),
         (SELECT runs FROM file_retention WHERE file_name = :fileName), retention_runs)
     WHERE file_name = :fileName AND parent_id IS NULL AND status <> 'queued'`,
  ).run({ fileName });
}
