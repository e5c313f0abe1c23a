import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';

/** What lies where the open database was: itself, nothing, something else, or what was emptied under it. */
export type FileFate = 'held' | 'removed' | 'replaced' | 'emptied';

/**
 * The files of an open database, by what tells one file from another. SQLite goes on with an open file whatever becomes
 * of its name, and what it writes then is gone with the process.
 */
export class HeldFiles {
  readonly #file: string;
  readonly #db: Database;
  readonly #own: string;
  #log: string;

  constructor(db: Database, file: string) {
    this.#db = db;
    this.#file = file;
    this.#own = identityOf(file);
    this.#log = identityOf(this.#logFile);
  }

  get #logFile(): string {
    return `${this.#file}-wal`;
  }

  /** What became of the file. Costs as little as a look at a name can. */
  look(): FileFate {
    const found = statSync(this.#file, { bigint: true, throwIfNoEntry: false });
    if (found === undefined) return 'removed';
    if (`${found.dev}/${found.ino}` !== this.#own) return 'replaced';
    return found.size === 0n ? 'emptied' : 'held';
  }

  /**
   * Makes the write-ahead log anew where its name is gone or names another file. The open one still has everything, which
   * goes into the database first. Returns whether it was so. To be called outside of transactions.
   */
  restoreLog(): boolean {
    if (identityOf(this.#logFile) === this.#log) return false;
    // Not ours to delete: somebody may be about to put a database in its place.
    if (existsSync(this.#logFile)) renameSync(this.#logFile, `${this.#logFile}.foreign`);
    this.#db.pragma('journal_mode = DELETE');
    this.#db.pragma('journal_mode = WAL');
    this.#db.exec('BEGIN IMMEDIATE; COMMIT');
    this.#log = identityOf(this.#logFile);
    return true;
  }

  /** Takes the log away from beside a database to which it does not belong, and which it would damage. */
  removeLog(): void {
    this.#db.pragma('wal_checkpoint(TRUNCATE)');
    if (identityOf(this.#logFile) === this.#log) rmSync(this.#logFile, { force: true });
  }
}

/** Empty where there is no such file. */
function identityOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev}/${found.ino}`;
}
