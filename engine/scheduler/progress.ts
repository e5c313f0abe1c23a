import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import {
  dropReplacedSchedules,
  insertDowntime,
  lowerSchedulerMark,
  saveSchedulerMark,
  type Downtime,
} from '../storage/schedule-marks.ts';
import { reopenSlots } from '../storage/slots.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import type { Backlog } from './backlog.ts';
import type { KnownSchedules } from './known-schedules.ts';
import type { Ledger } from './ledger.ts';

export interface ProgressOptions {
  readonly writes: WriteQueue;
  readonly clock: Clock;
  readonly log: Logger;
  readonly known: KnownSchedules;
  readonly ledger: Ledger;
  readonly backlog: Backlog;
  /** Whether there is anything that can be missed. */
  readonly isNeeded: () => boolean;
}

const SEEN_MS = 60_000;

/** What the next engine has to know of this one: until when all is decided, when it was there, and when it could not act. */
export class Progress {
  readonly #options: ProgressOptions;
  #lookedAt = 0;
  #seenAt = 0;

  constructor(options: ProgressOptions) {
    this.#options = options;
  }

  /** When what is due was last taken on. Milliseconds since the epoch. */
  get lookedAt(): number {
    return this.#lookedAt;
  }

  looks(now: number): void {
    this.#lookedAt = now;
  }

  /** Stores how far it has come, at most once a minute. */
  save(): void {
    const { clock, isNeeded } = this.#options;
    const now = clock.now();
    if (Math.abs(now - this.#seenAt) >= SEEN_MS && isNeeded()) this.write(now);
  }

  /** The same at once. */
  write(seenAt: number): void {
    const { writes, known, ledger, backlog } = this.#options;
    this.#seenAt = seenAt;
    const open = (ledger.oldestOpen ?? Infinity) - 1;
    const worked = backlog.doneUntil ?? Infinity;
    const planned = known.doneUntil ?? Infinity;
    const decidedUntil = Math.min(this.#lookedAt, seenAt, open, worked, planned);
    writes.commit((db) => {
      saveSchedulerMark(db, { decidedUntil, seenAt });
      dropReplacedSchedules(db, decidedUntil);
    });
  }

  /** In one transaction: an engine that dies in between would leave slots that the next one takes for decided. */
  reopen(now: number): void {
    const { writes } = this.#options;
    writes.commit((db) => {
      reopenSlots(db, now);
      lowerSchedulerMark(db, now);
    });
    writes.flush();
  }

  /** A time in which nothing could be acted on; slots that are found missed are told its cause. */
  addDowntime(downtime: Downtime): void {
    const { writes, log } = this.#options;
    log.info('The scheduler was not running', { ...downtime });
    writes.commit((db) => insertDowntime(db, downtime));
    writes.flush();
  }
}
