import { AsyncLocalStorage } from 'node:async_hooks';
import SQLite, { type Database } from 'better-sqlite3';
import { EngineError } from '../contract/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { isDamage } from './database-damage.ts';
import { prepared } from './prepared.ts';

type Write = (db: Database) => void;

interface Entry {
  readonly write: Write;
  readonly committed: (() => void) | undefined;
  /** Called when this write was undone. Without it, the write is one that must happen: it is tried again. */
  readonly refused: ((error: unknown) => void) | undefined;
  /** Called when it was undone and will be tried again. */
  readonly undone: (() => void) | undefined;
  readonly durable: boolean;
  /** The write that asked for this one, if one did: they stand or fall together. */
  readonly parent: Entry | null;
}

const RETRY_MS = 1000;
/** Long enough for what comes at once to share a commit, and too short for anybody to see. */
const LATER_MS = 50;

interface WriteQueueOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** Is told of what fails because the database is broken. */
  readonly damaged?: (error: Error) => void;
}

/**
 * Collects the writes of one turn of the event loop and commits them together. What a write leads to (a process, an
 * answer, an event) happens in `committed`, so nothing is ever announced that a crash could take back.
 */
export class WriteQueue {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #damaged: (error: Error) => void;
  /** Does a write that is undone when it throws. */
  readonly #attempt: (write: Write) => void;
  #waiting: Entry[] = [];
  #scheduled = false;
  #closed = false;
  #current: Entry | null = null;
  #copies: Write[] = [];
  #cancelCopies: () => void = () => undefined;
  #cancelRetry: () => void = () => undefined;
  #problem: string | null = null;
  /** The write that met damage, if one did. */
  #spoilt: Entry | null = null;

  constructor(db: Database, { clock, log, damaged = () => undefined }: WriteQueueOptions) {
    this.#damaged = damaged;
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#attempt = db.transaction((write: Write) => write(db));
  }

  /** Why the last commit failed; null while all is well. */
  get problem(): string | null {
    return this.#problem;
  }

  /**
   * A write of the engine itself, which is repeated until the disk takes it. What it asked for goes with it, since it asks
   * again; whatever else it did is for `undone` to take back.
   */
  commit(write: Write, committed?: () => void, undone?: () => void): void {
    const parent = this.#current;
    this.#add({
      write,
      committed: bound(committed),
      refused: undefined,
      undone: bound(undone),
      durable: false,
      parent,
    });
  }

  /**
   * A write of what can be read elsewhere again, as the index of files can. Many of them share a commit, for most of the
   * cost of one is that of its pages.
   */
  commitLater(write: Write): void {
    this.#copies.push(write);
    if (this.#copies.length > 1) return;
    this.#cancelCopies = this.#clock.after(LATER_MS, () => this.#commitCopies());
  }

  #commitCopies(): void {
    this.#cancelCopies();
    for (const write of this.#copies.splice(0)) this.commit(write);
  }

  /** A write that somebody waits for. Synced to disk before the promise resolves; rejects with what `write` throws. */
  commitSynced<T>(write: (db: Database) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: T;
      this.#add({
        write: (db) => {
          result = write(db);
        },
        committed: () => resolve(result),
        refused: reject,
        undone: undefined,
        durable: true,
        parent: this.#current,
      });
    });
  }

  /**
   * Resolves when what was recorded before is safe on the disk. A full disk does not hold it up: the order that is to
   * be confirmed has been carried out, and its record is kept for later.
   */
  async synced(): Promise<void> {
    await this.commitSynced(() => undefined).catch(() => undefined);
  }

  /** Commits what waits. After a failure also with nothing waiting, to learn whether the disk takes writes again. */
  flush(): void {
    if (this.#closed) return;
    this.#scheduled = false;
    // Whoever asks meanwhile asks instead of it, and not beside it.
    this.#cancelRetry();
    if (this.#waiting.length === 0 && this.#problem === null) return;
    const done: Entry[] = [];
    try {
      this.#commit(done);
    } catch (error) {
      if (isDamage(error)) this.#giveUp(done, error);
      else this.#retryLater(done, error);
      return;
    }
    if (this.#problem !== null) this.#log.info('The database accepts writes again');
    this.#problem = null;
    for (const entry of done) this.#follow(entry);
  }

  /** One that fails takes nothing from the others of its turn, nor the engine down. */
  #follow({ committed }: Entry): void {
    try {
      committed?.();
    } catch (error) {
      this.#log.error('A follow-up of a write failed', { error });
    }
  }

  /** Commits what waits, for the last time: whatever comes later is refused. */
  close(): void {
    this.#commitCopies();
    this.flush();
    this.#cancelRetry();
    this.#closed = true;
    for (const entry of this.#waiting) entry.refused?.(closedError());
    this.#waiting = [];
  }

  #add(entry: Entry): void {
    if (this.#closed) {
      entry.refused?.(closedError());
      return;
    }
    this.#waiting.push(entry);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.flush());
  }

  // Writes may add writes: they belong to the same transaction.
  #commit(done: Entry[]): void {
    const db = this.#db;
    // Left open where the disk refused even the way back.
    if (db.inTransaction) prepared(db, 'ROLLBACK').run();
    // SQLite changes this only between transactions.
    const durable = this.#waiting.some((entry) => entry.durable);
    if (durable) db.pragma('synchronous = FULL');
    try {
      prepared(db, 'BEGIN IMMEDIATE').run();
      if (this.#problem !== null) probe(db);
      for (let entry = this.#waiting.shift(); entry; entry = this.#waiting.shift()) {
        if (this.#perform(entry, done)) done.push(entry);
      }
      prepared(db, 'COMMIT').run();
    } catch (error) {
      if (db.inTransaction) prepared(db, 'ROLLBACK').run();
      throw error;
    } finally {
      if (durable) db.pragma('synchronous = NORMAL');
    }
  }

  /** Whether the write stands. One that fails is undone alone, together with the writes that it asked for. */
  #perform(entry: Entry, done: Entry[]): boolean {
    const before = this.#waiting.length;
    this.#current = entry;
    try {
      this.#attempt(entry.write);
      return true;
    } catch (error) {
      if (isDamage(error)) this.#spoilt = entry;
      if (isDamage(error) || isDiskTrouble(error)) {
        done.push(entry);
        throw error;
      }
      this.#waiting.length = before;
      if (entry.refused === undefined) this.#log.error('A write of the engine failed', { error });
      else entry.refused(error);
      return false;
    } finally {
      this.#current = null;
    }
  }

  /**
   * What meets damage is given up, with all that it asked for: asking again does not help, and what runs leaves its records
   * on the disk for the next start. SQLite takes the rest of the transaction down with it, so that is done again at once.
   */
  #giveUp(undone: readonly Entry[], error: Error): void {
    const spoilt = this.#spoilt;
    this.#spoilt = null;
    this.#damaged(error);
    this.#log.error('Gave up a write: the database is damaged', { error: error.message });
    this.#undo(undone, {
      message: `The database is damaged: ${error.message}.`,
      error,
      stays: (entry) => spoilt !== null && entry !== rootOf(spoilt),
    });
    if (this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => this.flush());
  }

  /** Nobody is kept waiting for a disk: only what the engine itself must write stays. */
  #retryLater(undone: readonly Entry[], error: unknown): void {
    this.#problem = error instanceof Error ? error.message : String(error);
    this.#log.error('The database does not accept writes', { error: this.#problem });
    const message = `The database does not accept writes: ${this.#problem}.`;
    this.#scheduled = true;
    this.#cancelRetry = this.#clock.after(RETRY_MS, () => this.flush());
    this.#undo(undone, { message, error, stays: () => true });
  }

  #undo(undone: readonly Entry[], { message, error, stays }: Undoing): void {
    const entries = [...undone, ...this.#waiting];
    this.#waiting = entries.filter(
      (entry) => entry.refused === undefined && entry.parent === null && stays(entry),
    );
    for (const { undone } of this.#waiting) undone?.();
    for (const { refused } of entries) {
      refused?.(new EngineError('service_unavailable', message, { cause: error }));
    }
  }
}

/** Called on behalf of who asks now, and not of who was the first to write in the same turn. */
function bound(callback: (() => void) | undefined): (() => void) | undefined {
  return callback && AsyncLocalStorage.bind(callback);
}

interface Undoing {
  /** For those who wait. */
  readonly message: string;
  readonly error: unknown;
  /** Whether a write of the engine is done again. */
  readonly stays: (entry: Entry) => boolean;
}

/** The write that began what this one is a part of. */
function rootOf(entry: Entry): Entry {
  return entry.parent === null ? entry : rootOf(entry.parent);
}

/** Writes a page and changes nothing: an empty transaction asks nothing of a full disk. */
function probe(db: Database): void {
  db.pragma(`user_version = ${db.pragma('user_version', { simple: true })}`);
}

const closedError = (): EngineError =>
  new EngineError('service_unavailable', 'The engine has stopped.');

const diskTrouble = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|NOMEM)/;

function isDiskTrouble(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && diskTrouble.test(error.code);
}
