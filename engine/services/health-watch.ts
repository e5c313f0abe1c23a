import type { Clock } from '../lib/clock.ts';
import type { EventHub } from './event-hub.ts';

export interface HealthWatchOptions {
  readonly problem: () => string | null;
  /** What else it has to say. */
  readonly notice: () => string | null;
  readonly clock: Clock;
  readonly events: Pick<EventHub, 'publish'>;
}

/** A database that was taken away takes the runs with it that begin meanwhile. */
const LOOK_MS = 1000;

/** Looks once a second whether the engine can do its work and has something to say, and tells those who listen when that changes. */
export class HealthWatch {
  readonly #options: HealthWatchOptions;
  #last: string | null = null;
  #saidNotice = false;
  #cancel: () => void = () => undefined;

  constructor(options: HealthWatchOptions) {
    this.#options = options;
  }

  /** What is wrong now, as sentences; null while all is well. */
  problem(): string | null {
    return this.#options.problem();
  }

  start(): void {
    const { problem, notice, clock, events } = this.#options;
    const found = problem();
    // Its words tell the time: only whether there is one counts.
    const hasNotice = notice() !== null;
    if (found !== this.#last || hasNotice !== this.#saidNotice) {
      this.#last = found;
      this.#saidNotice = hasNotice;
      events.publish(() => ({ type: 'health.changed', error: found ?? '' }));
    }
    this.#cancel = clock.after(LOOK_MS, () => this.start());
  }

  stop(): void {
    this.#cancel();
  }
}
