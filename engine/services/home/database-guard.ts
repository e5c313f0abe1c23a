import { existsSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isoTime, type Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { isCheckedAtOnce, tableNames, whyUnsound } from '../../storage/check-database.ts';
import { isDamage } from '../../storage/database-damage.ts';
import type { Database } from '../../storage/database.ts';
import { HeldFiles, type FileFate } from '../../storage/held-files.ts';
import { putBack, saveCopy, saveCopyNow } from '../../storage/save-copy.ts';

export interface GuardOptions {
  readonly db: Database;
  readonly file: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called again and again while the file is not where it was. */
  readonly lost: () => void;
}

/** What became of the file, and where a copy of what the engine holds lies or is to lie. */
interface Lost {
  readonly fate: Exclude<FileFate, 'held'>;
  readonly copy: string;
}

/** A burst looks once. */
const FRESH_MS = 20;
/** A copy is replaced when the database has changed, but rarely compared with the time that it takes. */
const COPY_AGAIN_MS = 10_000;
const COPY_SHARE = 20;
const CHECK_PAUSE_MS = 100;

/**
 * Watches over the file of the open database. One that is removed or replaced under the engine takes everything that is
 * written from then on with it when the process ends, so nothing new is accepted, and what the engine holds is saved.
 */
export class DatabaseGuard {
  readonly #options: GuardOptions;
  readonly #files: HeldFiles;
  #lookedAt = -Infinity;
  #lost: Lost | null = null;
  #damage: string | null = null;
  #trouble: string | null = null;
  #saving: Promise<void> | null = null;
  #saved: { readonly at: number; readonly changes: number; readonly nextAt: number } | null = null;
  #whyUnsaved: string | null = null;
  #isClosed = false;

  constructor(options: GuardOptions) {
    this.#options = options;
    this.#files = new HeldFiles(options.db, options.file);
  }

  /** Why nothing new can be entrusted to the database, and the way out; null while all is well. Looks at its file. */
  problem(): string | null {
    const { clock } = this.#options;
    if (clock.elapsed() - this.#lookedAt >= FRESH_MS) this.#look();
    if (this.#lost !== null) return this.#lostWords(this.#lost);
    return this.#damage === null ? this.#trouble : this.#damageWords(this.#damage);
  }

  /** Whether what is written now would be lost with the process, as far as the last look saw. */
  get isLost(): boolean {
    return this.#lost !== null;
  }

  /** Takes note of a statement that failed, if the database is broken. */
  noteDamage(error: unknown): void {
    if (isDamage(error)) this.#note(error.message);
  }

  /**
   * Reads the tables of a database that was too large to be read at the start, to find damage before somebody meets it.
   * Each has a turn of its own, and a pause before it in which everything else goes on.
   */
  checkTables(): void {
    const { db, file, clock } = this.#options;
    if (isCheckedAtOnce(file)) return;
    const names = tableNames(db);
    const next = (): void => {
      const name = names.pop();
      if (name === undefined || this.#isClosed) return;
      const why = whyUnsound(db, name);
      if (why !== null) this.#note(why);
      clock.after(CHECK_PAUSE_MS, next);
    };
    clock.after(CHECK_PAUSE_MS, next);
  }

  /** The last thing before the database is closed: puts back what was removed. */
  close(): void {
    this.#isClosed = true;
    if (this.#lost === null || this.#lost.fate === 'emptied') return;
    const { db, file, log } = this.#options;
    try {
      if (this.#files.look() === 'removed') {
        putBack(db, file);
        rmSync(this.#lost.copy, { force: true });
        log.info('Restored the database', { file });
      } else if (this.#files.look() === 'replaced') {
        saveCopyNow(db, this.#lost.copy);
        this.#files.removeLog();
      }
    } catch (error) {
      log.error('Cannot save the database', { file, error });
    }
  }

  #look(): void {
    const { db, clock, log, file } = this.#options;
    this.#lookedAt = clock.elapsed();
    const fate = this.#files.look();
    if (fate === 'held') {
      if (this.#lost !== null) log.info('The database is back in place', { file });
      this.#lost = null;
      if (!db.inTransaction) this.#restoreLog();
      return;
    }
    if (this.#lost?.fate !== fate) {
      this.#lost = { fate, copy: this.#lost?.copy ?? this.#copyFile() };
      log.error(`The database was ${FATES[fate]} while the engine was using it`, { file });
    }
    this.#options.lost();
    if (fate !== 'emptied') this.#save();
  }

  #restoreLog(): void {
    const { log, file } = this.#options;
    try {
      const isNew = this.#files.restoreLog();
      this.#trouble = null;
      if (isNew)
        log.warn('The write-ahead log of the database was removed, and created again', { file });
    } catch (error) {
      this.noteDamage(error);
      this.#trouble = `The write-ahead log of ${file} was removed and cannot be created again: ${wordsOf(error)}. ${NO_WORK}`;
    }
  }

  /** Beside the file; beside its folder where that is gone as well, so that it can be moved back. */
  #copyFile(): string {
    const { file, clock } = this.#options;
    const folder = existsSync(dirname(file)) ? dirname(file) : dirname(dirname(file));
    const stamp = isoTime(clock.now()).replace(/[-:]|\.\d+/g, '');
    return join(folder, `${basename(file)}.rescued-${stamp}`);
  }

  #save(): void {
    const { db, clock } = this.#options;
    if (this.#saving !== null || this.#isClosed || db.inTransaction) return;
    const changes = changesOf(db);
    if (this.#saved !== null) {
      if (this.#saved.changes === changes || clock.elapsed() < this.#saved.nextAt) return;
    }
    this.#saving = this.#copy(changes).finally(() => (this.#saving = null));
  }

  async #copy(changes: number): Promise<void> {
    const { db, clock, log } = this.#options;
    const copy = this.#lost?.copy ?? '';
    const began = clock.elapsed();
    try {
      await saveCopy(db, copy);
      if (this.#isClosed) return;
      this.#files.removeLog();
      if (this.#saved === null) log.warn('Saved the data of the database', { copy });
      this.#whyUnsaved = null;
    } catch (error) {
      if (this.#isClosed) return;
      if (this.#whyUnsaved === null) log.error('Cannot save the data of the database', { error });
      this.#whyUnsaved = wordsOf(error);
      return;
    }
    const took = clock.elapsed() - began;
    const nextAt = clock.elapsed() + Math.max(COPY_AGAIN_MS, COPY_SHARE * took);
    this.#saved = { at: clock.now(), changes, nextAt };
  }

  #note(why: string): void {
    if (this.#damage !== null) return;
    this.#damage = why;
    this.#options.log.error('The database is damaged', { file: this.#options.file, why });
  }

  #damageWords(why: string): string {
    return (
      `The database ${this.#options.file} is damaged: ${why.replace(/\.$/, '')}. ${NO_WORK} ` +
      'Stop the engine, and recover what can be read with `dagwright doctor --repair`, which keeps the damaged file.'
    );
  }

  #lostWords({ fate, copy }: Lost): string {
    const { file } = this.#options;
    const lost = `The database ${file} was ${FATES[fate]} while the engine was using it. No new work is accepted, and no further step starts.`;
    if (fate === 'emptied') {
      return `${lost} Stop the engine, and restore a backup, or recover what is left with \`dagwright doctor --repair\`.`;
    }
    const way =
      fate === 'removed'
        ? 'Stop the engine: it restores the database as it exits.'
        : `Stop the engine. The next start uses the present file. To use the saved data instead, move it to ${file} first.`;
    return `${lost} ${this.#savedWords(copy)} ${way}`;
  }

  #savedWords(copy: string): string {
    if (this.#saved !== null) return `Its data of ${isoTime(this.#saved.at)} is saved in ${copy}.`;
    if (this.#whyUnsaved === null) return `Its data is being saved to ${copy}.`;
    return `Its data cannot be saved to ${copy}: ${this.#whyUnsaved.replace(/\.$/, '')}.`;
  }
}

const FATES: Readonly<Record<Lost['fate'], string>> = {
  removed: 'removed',
  replaced: 'replaced by another file',
  emptied: 'emptied by another program',
};
const NO_WORK = 'No new work is accepted.';

function changesOf(db: Database): number {
  return db.prepare('SELECT total_changes()').pluck().get() as number;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
