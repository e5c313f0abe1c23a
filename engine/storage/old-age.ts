import { isoTime, type Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { ageMark, newestRecord, saveAgeMark } from './age-mark.ts';
import type { Database } from './database.ts';
import type { WriteQueue } from './write-queue.ts';

export interface OldAgeOptions {
  readonly db: Database;
  readonly writes: Pick<WriteQueue, 'commit'>;
  readonly clock: Pick<Clock, 'now' | 'elapsed' | 'after'>;
  readonly log: Logger;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long the engine runs before it trusts a clock that it could not: time for a person, or for time synchronization. */
const WAIT_MS = DAY_MS;
/** Time synchronization moves a clock by less. */
const SET_MS = 60_000;

/**
 * What is old enough to be deleted. Everything that is deleted for its age asks here, so that a clock which is wrong for a
 * while deletes nothing: while it is ahead of what has passed, or at a start more than a day ahead of what the home recorded
 * last, all of that waits for a day of a running engine.
 */
export class OldAge {
  readonly #options: OldAgeOptions;
  #wall: number;
  #elapsed: number;
  /** What time it is as far as the clock could be trusted, at the last look. */
  #trusted: number;
  /** What is left of the wait; 0: the clock is trusted. */
  #waitMs = 0;
  /** For how long the clock has been behind the trusted time. */
  #behindMs = 0;
  #cancel: () => void = () => undefined;

  constructor(options: OldAgeOptions) {
    const { clock } = options;
    this.#options = options;
    this.#wall = clock.now();
    this.#elapsed = clock.elapsed();
    this.#trusted = this.#wall;
  }

  /** Compares the clock with what the last engine left, and notes from then on how far it can be trusted. */
  start(): void {
    const { db, clock } = this.#options;
    this.#wall = clock.now();
    this.#elapsed = clock.elapsed();
    const mark = ageMark(db);
    this.#trusted = mark?.trustedAt ?? newestRecord(db) ?? this.#wall;
    const ahead = this.#wall - this.#trusted;
    if ((mark?.waitMs ?? 0) > 0 && ahead > SET_MS) this.#wait(mark?.waitMs ?? 0);
    else if (ahead > DAY_MS) this.#wait(WAIT_MS);
    else this.#trusted = Math.max(this.#trusted, this.#wall);
    this.#keep();
  }

  /** Logs that nothing is deleted, where that is so: for those who stay to delete something. */
  tell(): void {
    const notice = this.notice();
    if (notice !== null) this.#options.log.warn(notice);
  }

  stop(): void {
    this.#cancel();
    this.#look();
    this.#save();
  }

  /** What was before this time is older than `ageMs`; null: nothing is deleted for its age now. */
  before(ageMs: number): number | null {
    this.#look();
    return this.#waitMs > 0 ? null : this.#wall - ageMs;
  }

  /** Why nothing is deleted for its age, and what to do, as sentences; null while all is well. */
  notice(): string | null {
    this.#look();
    return this.#waitMs > 0 ? this.#sentence() : null;
  }

  #look(): void {
    const now = this.#options.clock.now();
    const elapsed = this.#options.clock.elapsed();
    const passed = elapsed - this.#elapsed;
    const jumped = now - this.#wall - passed;
    this.#wall = now;
    this.#elapsed = elapsed;
    this.#trusted += passed;
    const wasWaiting = this.#waitMs > 0;
    this.#waitMs = Math.max(0, this.#waitMs - passed);
    const ahead = now - this.#trusted;
    if (wasWaiting && (this.#waitMs === 0 || ahead <= SET_MS)) this.#trust(now);
    // A machine that is halted each night must not wait for ever: a short jump does not begin a wait anew.
    else if (jumped > (wasWaiting ? DAY_MS : SET_MS) && ahead > SET_MS) {
      this.#wait(WAIT_MS);
      this.#options.log.warn(this.#sentence());
    } else if (!wasWaiting) this.#follow(now, passed);
  }

  /** A clock that stays behind for a day is the right one. */
  #follow(now: number, passed: number): void {
    this.#behindMs = now < this.#trusted - SET_MS ? this.#behindMs + passed : 0;
    if (now > this.#trusted || this.#behindMs >= WAIT_MS) this.#trusted = now;
  }

  #wait(waitMs: number): void {
    this.#waitMs = waitMs;
    this.#save();
  }

  #trust(now: number): void {
    this.#waitMs = 0;
    this.#trusted = now;
    this.#save();
    this.#options.log.info('The clock is trusted again: what is old is deleted');
  }

  #sentence(): string {
    const until = isoTime(this.#wall + this.#waitMs);
    return (
      `Nothing is deleted for its age until ${until}: the clock says ${isoTime(this.#wall)}, which is ` +
      `${hoursOf(this.#wall - this.#trusted)} more than this home can account for. If the time is right, there is nothing to do. ` +
      'If it is wrong, set the clock, and enable time synchronization.'
    );
  }

  #keep(): void {
    this.#look();
    this.#save();
    this.#cancel = this.#options.clock.after(HOUR_MS, () => this.#keep());
  }

  #save(): void {
    const mark = { trustedAt: this.#trusted, waitMs: this.#waitMs };
    this.#options.writes.commit((db) => saveAgeMark(db, mark));
  }
}

function hoursOf(ms: number): string {
  const hours = Math.round(ms / HOUR_MS);
  if (hours < 1) return `${Math.round(ms / 60_000)} minutes`;
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
