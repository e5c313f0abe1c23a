import { closeSync, openSync, readSync } from 'node:fs';
import SQLite, { type Database } from 'better-sqlite3';
import { EXIT_DATABASE, StartError } from '../lib/start-error.ts';
import { migrate, schemaVersion, userVersion } from './migrate.ts';

export type { Database };

/**
 * Opens the store and brings its schema up to date. The connection holds SQLite's exclusive lock for as long as it is
 * open, and the kernel lets go of it when the process dies: that lock is what makes one engine serve one data folder.
 *
 * @throws StartError when the file is in use, damaged, unreadable or newer than this program; it is then unchanged.
 */
export function openDatabase(file: string): Database {
  refuseForeignFile(file);
  const db = connect(file);
  try {
    prepareConnection(db, file);
    return db;
  } catch (error) {
    db.close();
    throw asStartError(error, file);
  }
}

function connect(file: string): Database {
  try {
    return new SQLite(file, { timeout: 0 });
  } catch (error) {
    throw asStartError(error, file);
  }
}

function prepareConnection(db: Database, file: string): void {
  db.pragma('locking_mode = EXCLUSIVE');
  if (userVersion(db) > schemaVersion) throw newerSchema(file, userVersion(db));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('foreign_keys = ON');
  // A write takes the exclusive lock; a read alone would leave room for a second engine.
  db.exec('BEGIN IMMEDIATE; COMMIT');
  migrate(db);
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
  if (header.length < HEADER_BYTES) throw unreadable(file, 'it ends within its header');
  const version = header.readUInt32BE(VERSION_OFFSET);
  if (version > schemaVersion) throw newerSchema(file, version);
}

function readHeader(file: string): Buffer | null {
  let descriptor;
  try {
    descriptor = openSync(file, 'r');
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
    `The database ${file} was written by a newer version of Dagwright (schema ${version}, this one knows ${schemaVersion}). ` +
      'Nothing was changed. Install the newer version, or set SVC_HOME to another folder.',
    { exitCode: EXIT_DATABASE },
  );
}

function unreadable(file: string, why: string, cause?: unknown): StartError {
  return new StartError(
    `The database ${file} cannot be read: ${why}. Nothing was changed. ` +
      'Put a copy of it back, or move it away to begin with an empty one.',
    { exitCode: EXIT_DATABASE, cause },
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
  return unreadable(file, error instanceof Error ? error.message : String(error), error);
}
