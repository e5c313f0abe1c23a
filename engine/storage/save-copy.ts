import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { makePrivateFolder } from '../lib/folders.ts';
import { syncToDisk } from '../lib/write-file.ts';
import { makePrivately } from './private-file.ts';

/** Copies an open database to a file, in pieces between which everything else goes on. The file is whole or absent. */
export async function saveCopy(db: Database, copy: string): Promise<void> {
  const draft = `${copy}.draft`;
  try {
    rmSync(draft, { force: true });
    makePrivately(draft);
    await db.backup(draft);
    syncToDisk(draft);
    renameSync(draft, copy);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The same at once, as the last thing that is done with a database. */
export function saveCopyNow(db: Database, copy: string): void {
  const draft = `${copy}.draft`;
  try {
    rmSync(draft, { force: true });
    makePrivately(draft);
    db.prepare('VACUUM INTO ?').run(draft);
    syncToDisk(draft);
    renameSync(draft, copy);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Puts an open database where its file was removed, with all that it holds. A file that lies there by now stays. */
export function putBack(db: Database, file: string): void {
  const draft = `${file}.returned`;
  makePrivateFolder(dirname(file));
  saveCopyNow(db, draft);
  if (existsSync(file)) return;
  // A log beside it is of the file that was removed, and would damage this one.
  rmSync(`${file}-wal`, { force: true });
  linkSync(draft, file);
  rmSync(draft);
  syncToDisk(dirname(file));
}
