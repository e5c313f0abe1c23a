import { existsSync, statSync } from 'node:fs';
import SQLite, { type Database } from 'better-sqlite3';
import { isDamage } from './database-damage.ts';
import { readHome, type HomeRow } from './home.ts';
import { schemaVersion, userVersion } from './migrate.ts';

/** `damaged` says what is wrong, `newer` and `older` which schema it has. */
export type DatabaseState =
  | { readonly kind: 'absent' | 'in use' | 'sound' }
  | { readonly kind: 'damaged'; readonly why: string }
  | { readonly kind: 'newer' | 'older'; readonly schema: number };

/** Looks at a database that nobody serves, and changes nothing. */
export function checkDatabase(file: string): DatabaseState {
  // SQLite takes an empty file for a database without tables.
  if ((sizeOf(file) ?? 0) === 0) return { kind: 'absent' };
  try {
    return look(file);
  } catch (error) {
    if (error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      return { kind: 'in use' };
    }
    return { kind: 'damaged', why: error instanceof Error ? error.message : String(error) };
  }
}

/** Which home a database that nobody serves is of; null where it does not tell. */
export function homeOfFile(file: string): HomeRow | null {
  if (!existsSync(file)) return null;
  let db;
  try {
    db = new SQLite(file, { readonly: true, timeout: 0 });
    return readHome(db);
  } catch {
    // In use, damaged or of an older schema: the look at the database says so.
    return null;
  } finally {
    db?.close();
  }
}

function look(file: string): DatabaseState {
  const db = new SQLite(file, { readonly: true, timeout: 0 });
  try {
    const schema = userVersion(db);
    if (schema > schemaVersion) return { kind: 'newer', schema };
    const why = whyUnsound(db);
    if (why !== null) return { kind: 'damaged', why };
    return schema < schemaVersion ? { kind: 'older', schema } : { kind: 'sound' };
  } finally {
    db.close();
  }
}

/** Reading so much takes no longer than a start may wait for it. */
const AT_ONCE_BYTES = 32 * 1024 * 1024;

/** Whether a database is so small that it is read whole before it is used. */
export function isCheckedAtOnce(file: string): boolean {
  return (sizeOf(file) ?? 0) <= AT_ONCE_BYTES;
}

/** What is wrong with the pages of a database, or of one of its tables with its indexes; null where nothing is. */
export function whyUnsound(db: Database, table?: string): string | null {
  try {
    const found = String(db.pragma(`quick_check(${table ?? 1})`, { simple: true }));
    return found === 'ok' ? null : oneLine(found);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return error.message;
  }
}

const oneLine = (verdict: string): string =>
  (verdict.replace(/^\*+ .* \*+\n/, '').split('\n')[0] ?? '').trim();

/** The tables of the schema, without those that SQLite keeps for itself. */
export function tableNames(db: Database): string[] {
  return db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[];
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size;
}
