import type { Clock } from '../../../engine/lib/clock.ts';

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

export interface ManualClock extends Clock {
  /** Lets time pass, and runs what falls due, in order. */
  readonly advance: (ms: number) => void;
  readonly pending: () => number;
}

/** A clock that stands still until a test moves it. */
export function manualClock(): ManualClock {
  let now = 0;
  const timers = new Set<Timer>();
  const nextBefore = (end: number) =>
    [...timers].filter(({ due }) => due <= end).toSorted((a, b) => a.due - b.due)[0];
  return {
    now: () => now,
    elapsed: () => now,
    slept: () => 0,
    after: (delayMs, callback) => {
      const timer = { due: now + delayMs, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (ms) => {
      const end = now + ms;
      for (let timer = nextBefore(end); timer !== undefined; timer = nextBefore(end)) {
        timers.delete(timer);
        now = timer.due;
        timer.callback();
      }
      now = end;
    },
    pending: () => timers.size,
  };
}
