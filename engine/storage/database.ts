import { closeSync, readSync } from 'node:fs';
import SQLite, { type Database } from 'better-sqlite3';
import type { Logger } from '../lib/logger.ts';
import { openToRead } from '../lib/regular-file.ts';
import { StartError } from '../lib/start-error.ts';
import { backUp } from './backup.ts';
import { isCheckedAtOnce, whyUnsound } from './check-database.ts';
import { setPlaces, type HomeFolders } from './stored-paths.ts';
import { migrate, schemaVersion, userVersion } from './migrate.ts';
import { closeToOthers, makePrivately } from './private-file.ts';
import { makeReclaimable } from './reclaim.ts';

export type { Database };

/** SQLite's name for a store without a file. */
const IN_MEMORY = ':memory:';

interface OpenOptions {
  /** Called when the lock is held, before anything takes long. */
  readonly locked?: () => void;
  /** Where its home has its folders; where homes have them that lie together, when left out. */
  readonly folders?: HomeFolders;
  readonly log?: Logger;
}

/**
 * Opens the store and brings its schema up to date. The connection holds SQLite's exclusive lock for as long as it is
 * open, and the kernel lets go of it when the process dies: that lock is what makes one engine serve one data folder.
 * A database of an older schema is copied before it is changed.
 *
 * @throws StartError when the file is damaged, unreadable, newer than this program, or cannot be backed up; it is then
 *   unchanged. DatabaseInUse when another process has it open.
 */
export function openDatabase(file: string, options: OpenOptions = {}): Database {
  refuseForeignFile(file);
  const db = connect(file);
  try {
    prepareConnection(db, file);
    options.locked?.();
    if (options.folders !== undefined) setPlaces(db, options.folders);
    refuseDamaged(db, file);
    upgrade(db, file, options.log);
    // What a transaction within another one may have to take back, a few pages each time, goes to a file otherwise. Not
    // sooner: an upgrade may have a copy of everything there.
    db.pragma('temp_store = MEMORY');
    return db;
  } catch (error) {
    db.close();
    throw asStartError(error, file);
  }
}

// Hashes of passwords stand in it. The log beside it gets the rights of the database.
function connect(file: string): Database {
  try {
    if (file !== IN_MEMORY) {
      makePrivately(file);
      closeToOthers(file);
    }
    return new SQLite(file, { timeout: 0 });
  } catch (error) {
    throw asStartError(error, file);
  }
}

function prepareConnection(db: Database, file: string): void {
  db.pragma('locking_mode = EXCLUSIVE');
  if (userVersion(db) > schemaVersion) throw newerSchema(file, userVersion(db));
  // Only an empty file takes it without being rewritten, and a full disk is no reason not to open another one.
  if (db.pragma('page_count', { simple: true }) === 0) db.pragma('auto_vacuum = INCREMENTAL');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('foreign_keys = ON');
  // A write takes the exclusive lock; a read alone would leave room for a second engine.
  db.exec('BEGIN IMMEDIATE; COMMIT');
}

/** A large one is read when it is served already: it is unlikely, and everybody would wait. */
function refuseDamaged(db: Database, file: string): void {
  const why = file !== IN_MEMORY && isCheckedAtOnce(file) ? whyUnsound(db) : null;
  if (why !== null) throw unreadable(file, why);
}

function upgrade(db: Database, file: string, log: Logger | undefined): void {
  const from = userVersion(db);
  if (from > 0 && from < schemaVersion) {
    const backup = backUp(db, file, from);
    log?.info('Upgrading the database', { from, to: schemaVersion, backup });
  }
  migrate(db);
  makeReclaimable(db, file, log);
}

const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
const VERSION_OFFSET = 60;

// Read before SQLite opens the file, which may already write to it.
function refuseForeignFile(file: string): void {
  const header = readHeader(file);
  if (header === null || header.length === 0) return;
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw unreadable(file, 'it is not a database');
  if (header.length < HEADER_BYTES) throw unreadable(file, 'it is truncated');
  const version = header.readUInt32BE(VERSION_OFFSET);
  if (version > schemaVersion) throw newerSchema(file, version);
}

function readHeader(file: string): Buffer | null {
  let descriptor;
  try {
    descriptor = openToRead(file, 'follow');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw unreadable(file, (error as Error).message, error);
  }
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    return header.subarray(0, readSync(descriptor, header));
  } catch (error) {
    throw unreadable(file, (error as Error).message, error);
  } finally {
    closeSync(descriptor);
  }
}

function newerSchema(file: string, version: number): StartError {
  return new StartError(
    `The database ${file} was written by a newer version of Dagwright (schema ${version}; this version supports ${schemaVersion}). ` +
      'Nothing was changed. Install the newer version, or set SVC_HOME to another folder.',
  );
}

function unreadable(file: string, why: string, cause?: unknown): StartError {
  return new StartError(
    `Cannot read the database ${file}: ${why.replace(/\.$/, '')}. Nothing was changed. ` +
      'Recover what can be read with `dagwright doctor --repair`, or restore a backup.',
    { cause },
  );
}

/** Thrown by `openDatabase` when another process has the store open. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

function asStartError(error: unknown, file: string): Error {
  if (error instanceof StartError) return error;
  if (error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
    return new DatabaseInUse(`${file} is in use`);
  }
  const why = error instanceof Error ? error.message : String(error);
  return isRefusal(error) ? unwritable(file, why, error) : unreadable(file, why, error);
}

/** Nothing is wrong with the file: its disk does not take writes. */
function isRefusal(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && /^SQLITE_(READONLY|FULL|IOERR)/.test(error.code);
}

function unwritable(file: string, why: string, cause: unknown): StartError {
  return new StartError(
    `Cannot write to the database ${file}: ${why}. ` +
      'Free space on its disk, make its folder writable, or set SVC_HOME to another folder.',
    { cause },
  );
}
