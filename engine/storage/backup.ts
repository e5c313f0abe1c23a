import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { StartError } from '../lib/start-error.ts';
import { syncToDisk } from '../lib/write-file.ts';
import { saveCopyNow } from './save-copy.ts';

/** Copies that stay beside the database, the newest schemas first. */
const KEPT = 2;

/**
 * Copies the database to `<file>.v<version>.bak` before its schema changes. Whole or absent: a crash leaves at most a
 * draft, which the next copy replaces. Returns the path.
 *
 * @throws StartError when there is no room, or no right, for the copy; the database is then unchanged.
 */
export function backUp(db: Database, file: string, version: number): string {
  const copy = `${file}.v${version}.bak`;
  try {
    saveCopyNow(db, copy);
    syncToDisk(dirname(file));
  } catch (error) {
    throw noCopy(copy, error);
  }
  removeOlder(file);
  return copy;
}

function removeOlder(file: string): void {
  const name = /^\.v(\d+)\.bak$/;
  const versions = readdirSync(dirname(file))
    .filter((entry) => entry.startsWith(basename(file)))
    .map((entry) => Number(name.exec(entry.slice(basename(file).length))?.[1] ?? NaN))
    .filter((version) => !Number.isNaN(version))
    .sort((one, other) => other - one);
  for (const version of versions.slice(KEPT)) rmSync(`${file}.v${version}.bak`, { force: true });
}

function noCopy(copy: string, error: unknown): StartError {
  return new StartError(
    `The database must be upgraded from an older version, but its backup ${copy} cannot be written: ` +
      `${error instanceof Error ? error.message : String(error)}. Nothing was changed. ` +
      'Free space on that disk, or make its folder writable, and start again.',
    { cause: error },
  );
}
