import type { Clock } from '../lib/clock.ts';

/** Timers stand still while Linux sleeps, and overflow after 24 days: none is trusted for longer than this. */
export const TRUSTED_MS = 60_000;

export interface TimerOptions {
  readonly elapsed: Clock['elapsed'];
  /** The timer of the system. */
  readonly timer: Clock['after'];
}

/**
 * A timer for any delay, which is measured by the clock that cannot be set and that goes on while the machine sleeps. It never goes
 * off before that clock says so: the timers of Node begin with the turn of the loop that sets them, so one that is set late
 * in a long turn is early by as much, and who then asks the clock finds that the time is not over.
 */
export function createAfter({ elapsed, timer }: TimerOptions): Clock['after'] {
  return (delayMs, callback) => {
    const due = elapsed() + delayMs;
    let cancel = wait(delayMs);
    function wait(leftMs: number): () => void {
      return timer(Math.max(0, Math.min(leftMs, TRUSTED_MS)), () => {
        const left = due - elapsed();
        if (left <= 0) callback();
        else cancel = wait(left);
      });
    }
    return () => cancel();
  };
}
