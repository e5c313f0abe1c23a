import type { Clock } from '../lib/clock.ts';
import type { Downtime } from '../storage/schedule-marks.ts';

/** What the two clocks say about the time since the look before. */
export interface ClockNews {
  readonly now: number;
  /** Times that passed, or were jumped over, without a look. */
  readonly downtimes: readonly Downtime[];
  readonly wasSetBack: boolean;
}

/** A clock that differs by more than this from what has passed was set by somebody. */
const SET_MS = 2000;
/** A look that comes later than this was not late because of work. */
const AWAY_MS = 15_000;

/**
 * Compares the wall clock, which people set, with the elapsed clock, which goes on while the machine sleeps. It needs no
 * word from the operating system.
 */
export class ClockWatch {
  readonly #clock: Clock;
  #wall: number;
  #elapsed: number;
  #slept: number | null;
  /** Milliseconds after the last look; null: nothing is planned since. */
  #plannedMs: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#wall = clock.now();
    this.#elapsed = clock.elapsed();
    this.#slept = clock.slept();
  }

  /** Milliseconds that have passed since the last look. */
  get sinceLook(): number {
    return this.#clock.elapsed() - this.#elapsed;
  }

  /** In how many milliseconds from now the next look is to come. */
  plan(delayMs: number): void {
    const { sinceLook } = this;
    // A look that is overdue stays so, whoever plans another: that it did not come says that nobody could look.
    if (this.#plannedMs !== null && sinceLook > this.#plannedMs) return;
    this.#plannedMs = sinceLook + delayMs;
  }

  look(): ClockNews {
    const now = this.#clock.now();
    const elapsed = this.#clock.elapsed();
    const passed = elapsed - this.#elapsed;
    const expected = this.#wall + passed;
    const downtimes: Downtime[] = [];
    const slept = this.#clock.slept();
    const overdue = passed - (this.#plannedMs ?? 0);
    if (overdue > AWAY_MS)
      downtimes.push({ from: this.#wall, to: expected, cause: this.#causeOf(overdue, slept) });
    if (now - expected > SET_MS)
      downtimes.push({ from: expected, to: now, cause: 'clock_forward' });
    this.#wall = now;
    this.#elapsed = elapsed;
    this.#slept = slept;
    this.#plannedMs = null;
    return { now, downtimes, wasSetBack: expected - now > SET_MS };
  }

  /** A process that was stopped sees what one sees that slept with its machine; only the machine knows the difference. */
  #causeOf(overdue: number, slept: number | null): 'asleep' | 'engine_held' {
    if (slept === null || this.#slept === null) return 'asleep';
    return (slept - this.#slept) * 2 >= overdue ? 'asleep' : 'engine_held';
  }
}
