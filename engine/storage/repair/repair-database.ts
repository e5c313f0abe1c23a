import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import SQLite, { type Database } from 'better-sqlite3';
import { syncToDisk } from '../../lib/write-file.ts';
import { migrate, schemaVersion } from '../migrate.ts';
import { setPlaces, type HomeFolders } from '../stored-paths.ts';
import { makePrivately } from '../private-file.ts';
import { endUncertainRuns } from './end-uncertain-runs.ts';
import { repairReferences } from './repair-references.ts';
import { MAGIC, openPageFile, type PageFile } from './page-file.ts';
import { saveTables, type SavedTable } from './save-tables.ts';

/** What a repair came to. */
export interface Repair {
  readonly tables: readonly RepairedTable[];
  /** The damaged file; null: there was none. */
  readonly kept: string | null;
  /** Runs that went on and were ended, because it is not certain how far they had come. */
  readonly endedRuns: number;
}

export interface RepairedTable extends SavedTable {
  /** Rows that were saved and dropped again: what they belong to is lost. */
  readonly dropped: number;
}

const VERSION_OFFSET = 60;
/** No schema comes near it: a larger number is damage. */
const MAX_VERSIONS = 10_000;
/** What tells how far a run has come, and which processes are those of its steps. */
const HISTORY: ReadonlySet<string> = new Set(['run', 'node', 'attempt', 'output', 'call', 'home']);

/**
 * Saves what can be read of a database into a new one, which takes its place; the old file stays beside it. The caller
 * sees to it that nobody uses the database. A crash leaves the old one where it is. `folders`: as for `openDatabase`.
 */
export function repairDatabase(file: string, now: number, folders?: HomeFolders): Repair {
  const draft = `${file}.repaired`;
  for (const end of ['', '-journal']) rmSync(draft + end, { force: true });
  makePrivately(draft);
  const saved = saveInto(draft, { file, now, folders });
  return { ...saved, kept: takePlace(draft, file, now) };
}

/** The schema of a database that SQLite may be unable to read; null where the file does not tell. */
export function schemaOnDisk(file: string): number | null {
  const pages = openPageFile(file);
  try {
    return schemaOf(pages);
  } finally {
    pages.close();
  }
}

function schemaOf(pages: PageFile): number | null {
  const header = pages.page(1);
  if (header === null || header.toString('latin1', 0, MAGIC.length) !== MAGIC) return null;
  const version = header.readUInt32BE(VERSION_OFFSET);
  return version > 0 && version < MAX_VERSIONS ? version : null;
}

interface Source {
  readonly file: string;
  readonly now: number;
  readonly folders: HomeFolders | undefined;
}

function saveInto(draft: string, { file, now, folders }: Source): Omit<Repair, 'kept'> {
  const pages = openPageFile(file);
  const db = new SQLite(draft);
  try {
    if (folders !== undefined) setPlaces(db, folders);
    db.pragma('auto_vacuum = INCREMENTAL');
    db.pragma('foreign_keys = OFF');
    // The draft is synced when it is whole.
    db.pragma('synchronous = OFF');
    migrate(db, Math.min(schemaOf(pages) ?? schemaVersion, schemaVersion));
    const repair = db.transaction(() => fill(db, pages, now))();
    migrate(db);
    verify(db);
    return repair;
  } finally {
    db.close();
    pages.close();
  }
}

function fill(db: Database, pages: PageFile, now: number): Omit<Repair, 'kept'> {
  const saved = saveTables(db, pages);
  const dropped = repairReferences(db);
  const tables = saved.map((table) => ({ ...table, dropped: dropped.get(table.name) ?? 0 }));
  const isUncertain = tables.some((table) => HISTORY.has(table.name) && hasLosses(table));
  // Log folders that are older than the database are left alone: of some runs they are all that is left.
  db.prepare('INSERT OR REPLACE INTO store VALUES (1, ?)').run(now);
  if (saved.some(({ name }) => name === 'home')) keepHome(db);
  return { tables, endedRuns: isUncertain ? endUncertainRuns(db, now) : 0 };
}

/** Where it is lost which home this is, the next start gives it another id: what lies within its folders stays its own. */
function keepHome(db: Database): void {
  db.exec('INSERT OR IGNORE INTO home (id, owns_unnamed) VALUES (1, 0)');
}

/** Whether anything of a table is known to be missing. */
export function hasLosses({ damagedPages, lost, dropped }: RepairedTable): boolean {
  return damagedPages + lost + dropped > 0;
}

function verify(db: Database): void {
  const verdict = String(db.pragma('quick_check(1)', { simple: true }));
  const orphans = db.pragma('foreign_key_check') as unknown[];
  if (verdict === 'ok' && orphans.length === 0) return;
  throw new Error(`The repaired database is not valid: ${verdict}, ${orphans.length} orphans.`);
}

/** Returns the path of the damaged file. */
function takePlace(draft: string, file: string, now: number): string | null {
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const kept = `${file}.damaged-${stamp}`;
  const isThere = existsSync(file);
  syncToDisk(draft);
  // At every moment there is a database: without one, the next start would take the home for a damaged one.
  if (isThere) copy(file, kept);
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${kept}-wal`);
  for (const end of ['-shm', '-journal']) rmSync(file + end, { force: true });
  renameSync(draft, file);
  syncToDisk(dirname(file));
  return isThere ? kept : null;
}

function copy(file: string, kept: string): void {
  try {
    linkSync(file, kept);
  } catch {
    // Some disks know no second names.
    copyFileSync(file, kept);
  }
}
