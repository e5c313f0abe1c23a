import { uptime } from 'node:os';
import type { Clock } from '../lib/clock.ts';
import { createElapsed } from './elapsed.ts';
import { createAfter } from './long-timer.ts';

// The steady clock of Node stands still while Linux sleeps; on the other systems it does not, and begins with the boot.
const elapsed =
  process.platform === 'linux'
    ? createElapsed({
        wall: Date.now,
        steady: () => performance.now(),
        sinceBoot: () => uptime() * 1000,
      })
    : () => Math.floor(Number(process.hrtime.bigint()) / 1e6);

/** The real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed,
  after: createAfter({
    elapsed,
    timer: (delayMs, callback) => {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
  }),
};
