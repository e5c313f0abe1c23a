import { uptime } from 'node:os';
import type { Clock } from '../lib/clock.ts';
import { createElapsed } from './elapsed.ts';

// Longer delays overflow Node's timers and would fire at once.
const LONGEST_MS = 2 ** 31 - 1;

/** The real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  // The steady clock of Node stands still while Linux sleeps; on the other systems it does not.
  elapsed:
    process.platform === 'linux'
      ? createElapsed({
          wall: Date.now,
          steady: () => performance.now(),
          sinceBoot: () => uptime() * 1000,
        })
      : () => Math.floor(performance.now()),
  after: (delayMs, callback) => {
    const due = Date.now() + delayMs;
    let timer = arm();
    function arm(): NodeJS.Timeout {
      const left = Math.max(0, due - Date.now());
      if (left <= LONGEST_MS) return setTimeout(callback, left);
      return setTimeout(() => {
        timer = arm();
      }, LONGEST_MS);
    }
    return () => clearTimeout(timer);
  },
};
