import SQLite, { type Database } from 'better-sqlite3';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';

type Write = (db: Database) => void;

interface Entry {
  readonly write: Write;
  readonly committed: (() => void) | undefined;
  /** Called when this write was undone. Without it, the write is one that must happen: it is tried again. */
  readonly refused: ((error: unknown) => void) | undefined;
  readonly durable: boolean;
}

const RETRY_MS = 1000;

/**
 * Collects the writes of one turn of the event loop and commits them together. What a write leads to (a process, an
 * answer, an event) happens in `committed`, so nothing is ever announced that a crash could take back.
 */
export interface WriteQueue {
  /** A write of the engine itself, which is repeated until the disk takes it. */
  readonly record: (write: Write, committed?: () => void) => void;
  /** A write that somebody waits for. Synced to disk before the promise resolves; rejects with what `write` throws. */
  readonly accept: <T>(write: (db: Database) => T) => Promise<T>;
  /** Why the last commit failed; null while all is well. */
  readonly problem: () => string | null;
  /** Commits what waits. */
  readonly flush: () => void;
}

export function createWriteQueue(db: Database, clock: Clock, log: Logger): WriteQueue {
  let waiting: Entry[] = [];
  let scheduled = false;
  let problem: string | null = null;

  function add(entry: Entry): void {
    waiting.push(entry);
    if (scheduled) return;
    scheduled = true;
    setImmediate(flush);
  }

  function flush(): void {
    scheduled = false;
    if (waiting.length === 0) return;
    const done: Entry[] = [];
    try {
      commit(done);
      problem = null;
    } catch (error) {
      retryLater(done, error);
      return;
    }
    for (const entry of done) entry.committed?.();
  }

  // Writes may add writes: they belong to the same transaction.
  function commit(done: Entry[]): void {
    // SQLite changes this only between transactions.
    const durable = waiting.some((entry) => entry.durable);
    if (durable) db.pragma('synchronous = FULL');
    db.exec('BEGIN IMMEDIATE');
    try {
      for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
        if (perform(entry, done)) done.push(entry);
      }
      db.exec('COMMIT');
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK');
      throw error;
    } finally {
      if (durable) db.pragma('synchronous = NORMAL');
    }
  }

  /** Whether the write stands. One that fails is undone alone, together with the writes that it asked for. */
  function perform(entry: Entry, done: Entry[]): boolean {
    const before = waiting.length;
    try {
      db.transaction(() => entry.write(db))();
      return true;
    } catch (error) {
      if (isDiskTrouble(error)) {
        done.push(entry);
        throw error;
      }
      waiting.length = before;
      if (entry.refused === undefined) log.error('A write of the engine failed', { error });
      else entry.refused(error);
      return false;
    }
  }

  function retryLater(undone: Entry[], error: unknown): void {
    problem = error instanceof Error ? error.message : String(error);
    log.error('The database does not take writes', { error: problem });
    for (const entry of undone) entry.refused?.(error);
    waiting = [...undone.filter((entry) => entry.refused === undefined), ...waiting];
    scheduled = true;
    clock.after(RETRY_MS, flush);
  }

  return {
    record: (write, committed) => add({ write, committed, refused: undefined, durable: false }),
    accept: (write) =>
      new Promise((resolve, reject) => {
        let result: ReturnType<typeof write>;
        add({
          write: (database) => {
            result = write(database);
          },
          committed: () => resolve(result),
          refused: reject,
          durable: true,
        });
      }),
    problem: () => problem,
    flush,
  };
}

const diskTrouble = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|NOMEM|CORRUPT)/;

function isDiskTrouble(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && diskTrouble.test(error.code);
}
