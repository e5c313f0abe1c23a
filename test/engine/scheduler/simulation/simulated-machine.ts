import type { Clock } from '../../../../engine/lib/clock.ts';

interface Timer {
  /** In awake time. */
  due: number;
  readonly callback: () => void;
}

/** The most that a timer of Node can wait; with more it would go off at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A machine with a clock on the wall that people set, a clock that nobody sets, and a lid. It outlives its engines. */
export class SimulatedMachine {
  /** Milliseconds since the beginning, sleep included. */
  elapsed = 0;
  /** Milliseconds since the beginning in which the machine was awake: what timers count. */
  awake = 0;
  #ahead: number;
  readonly #timers = new Set<Timer>();

  constructor(wall: number) {
    this.#ahead = wall;
  }

  /** What the clock on the wall shows, milliseconds since the epoch. */
  get wall(): number {
    return this.#ahead + this.elapsed;
  }

  /** Somebody sets the clock on the wall. */
  setClock(byMs: number): void {
    this.#ahead += byMs;
  }

  /** Both clocks go on and the timers stand still, or go off at once where they should have meanwhile. */
  sleep(forMs: number, timers: 'stand still' | 'catch up'): void {
    this.elapsed += forMs;
    if (timers === 'stand still') return;
    for (const timer of this.#timers) timer.due = Math.max(this.awake, timer.due - forMs);
  }

  after(delayMs: number, callback: () => void): () => void {
    if (!(delayMs <= LONGEST_TIMER_MS)) throw new Error(`A timer cannot wait for ${delayMs} ms.`);
    const timer = { due: this.awake + Math.max(0, Math.ceil(delayMs)), callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Lets time pass to the next timer, or by `mostMs` where none is due until then: false. */
  advance(mostMs: number): boolean {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (first === undefined || timer.due < first.due) first = timer;
    }
    const passed = Math.min(mostMs, (first?.due ?? Infinity) - this.awake);
    this.awake += passed;
    this.elapsed += passed;
    if (first === undefined || first.due > this.awake) return false;
    this.#timers.delete(first);
    first.callback();
    return true;
  }

  /** Whether a timer is due in this very millisecond. */
  get isTimerDue(): boolean {
    return [...this.#timers].some(({ due }) => due <= this.awake);
  }

  /** The clock of an engine; once it is dead, its timers do nothing. */
  clock(isAlive: () => boolean): Clock {
    return {
      now: () => this.wall,
      elapsed: () => this.elapsed,
      slept: () => this.elapsed - this.awake,
      after: (delayMs, callback) =>
        this.after(delayMs, () => {
          if (isAlive()) callback();
        }),
    };
  }
}
