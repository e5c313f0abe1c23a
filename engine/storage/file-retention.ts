import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** How many days a file keeps its runs, by the last text of it that was sound and accepted; null: none is known. */
export function fileRetention(db: Database, fileName: string): number | null {
  const found = prepared(db, 'SELECT days FROM file_retention WHERE file_name = ?').pluck();
  return (found.get(fileName) as number | undefined) ?? null;
}

/** Notes what such a text says. */
export function saveFileRetention(db: Database, fileName: string, days: number): void {
  prepared(
    db,
    `INSERT INTO file_retention (file_name, days) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET days = excluded.days`,
  ).run(fileName, days);
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
       (SELECT days FROM file_retention WHERE file_name = :fileName), retention_days)
     WHERE file_name = :fileName AND parent_id IS NULL AND status <> 'queued'`,
  ).run({ fileName });
}
