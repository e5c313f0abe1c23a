import type { Clock } from '../lib/clock.ts';
import type { EventHub } from './event-hub.ts';

export interface HealthWatchOptions {
  readonly problem: () => string | null;
  readonly clock: Clock;
  readonly events: Pick<EventHub, 'publish'>;
}

/** An idle engine wakes up for each look; whoever asks it for work is told at once. */
const CALM_MS = 5000;
const ANXIOUS_MS = 1000;

/** Looks now and then whether the engine can take work, more often while it cannot, and tells those who listen of changes. */
export class HealthWatch {
  readonly #options: HealthWatchOptions;
  #last: string | null = null;
  #cancel: () => void = () => undefined;

  constructor(options: HealthWatchOptions) {
    this.#options = options;
  }

  start(): void {
    const { problem, clock, events } = this.#options;
    const found = problem();
    if (found !== this.#last) {
      this.#last = found;
      events.publish(() => ({ type: 'health.changed', error: found ?? '' }));
    }
    this.#cancel = clock.after(found === null ? CALM_MS : ANXIOUS_MS, () => this.start());
  }

  stop(): void {
    this.#cancel();
  }
}
