import type { Clock } from '../lib/clock.ts';

/** Timers stand still while Linux sleeps, and overflow after 24 days: none is trusted for longer than this. */
export const TRUSTED_MS = 60_000;

export interface TimerOptions {
  readonly elapsed: Clock['elapsed'];
  /** The timer of the system. */
  readonly timer: Clock['after'];
}

/** A timer for any delay, which is measured by the clock that nobody sets and that goes on while the machine sleeps. */
export function createAfter({ elapsed, timer }: TimerOptions): Clock['after'] {
  return (delayMs, callback) => {
    if (delayMs <= TRUSTED_MS) return timer(Math.max(0, delayMs), callback);
    const due = elapsed() + delayMs;
    let cancel = wait(delayMs);
    function wait(leftMs: number): () => void {
      if (leftMs <= TRUSTED_MS) return timer(Math.max(0, leftMs), callback);
      return timer(TRUSTED_MS, () => {
        cancel = wait(due - elapsed());
      });
    }
    return () => cancel();
  };
}
