import type { Clock } from '../../lib/clock.ts';
import { isLate } from '../work/past-time.ts';

export interface LimitNotesOptions {
  readonly clock: Pick<Clock, 'after' | 'elapsed'>;
  /** The runs that are under way. */
  readonly runs: () => Iterable<{ readonly noteLimits: (wasHeld: boolean) => void }>;
}

const NOTE_MS = 15_000;

/** Notes from time to time how far the time limits of runs have come: no engine knows when it will be killed. */
export class LimitNotes {
  readonly #options: LimitNotesOptions;
  #cancel: (() => void) | null = null;
  #isStopped = false;

  constructor(options: LimitNotesOptions) {
    this.#options = options;
  }

  /** A run is under way. */
  keep(): void {
    if (this.#isStopped) return;
    const { clock } = this.#options;
    const dueAt = clock.elapsed() + NOTE_MS;
    this.#cancel ??= clock.after(NOTE_MS, () => {
      this.#cancel = null;
      if (this.#note(isLate(clock.elapsed() - dueAt)) > 0) this.keep();
    });
  }

  /** Notes it for the last time. */
  stop(): void {
    this.#isStopped = true;
    this.#cancel?.();
    this.#cancel = null;
    this.#note(false);
  }

  #note(wasHeld: boolean): number {
    let count = 0;
    for (const run of this.#options.runs()) {
      run.noteLimits(wasHeld);
      count += 1;
    }
    return count;
  }
}
