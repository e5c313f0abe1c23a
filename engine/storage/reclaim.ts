import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { Logger } from '../lib/logger.ts';

const INCREMENTAL = 2;
/** The rewriting needs a copy beside the database and one in its log. */
const ROOM = 3;

/**
 * Lets the file give back the space of deleted rows. A database that was made without it is rewritten once, as soon as
 * there is room for that; without it nothing is wrong but the file's size.
 */
export function makeReclaimable(db: Database, file: string, log: Logger | undefined): void {
  if (db.pragma('auto_vacuum', { simple: true }) === INCREMENTAL) return;
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    if (bavail * bsize < statSync(file).size * ROOM) return;
    db.pragma(`auto_vacuum = ${INCREMENTAL}`);
    db.exec('VACUUM');
  } catch (error) {
    log?.warn('The database cannot free the space of deleted data', { file, error });
  }
}

/** Gives up to `pages` pages that hold nothing back to the disk. Returns how many are left to give. */
export function reclaimPages(db: Database, pages: number): number {
  db.pragma(`incremental_vacuum(${pages})`);
  return db.pragma('freelist_count', { simple: true }) as number;
}

/** Brings what the write-ahead log holds into the database, and empties the log. */
export function checkpoint(db: Database): void {
  db.pragma('wal_checkpoint(TRUNCATE)');
}
