import { uptime } from 'node:os';
import type { Clock } from '../lib/clock.ts';
import { createElapsed } from './elapsed.ts';
import { createAfter } from './long-timer.ts';

// The steady clock of Node stands still while Linux sleeps; on the other systems it does not, and begins with the boot.
const { elapsed, slept } =
  process.platform === 'linux'
    ? createElapsed({
        wall: Date.now,
        steady: () => performance.now(),
        sinceBoot: () => uptime() * 1000,
      })
    : { elapsed: () => Math.floor(Number(process.hrtime.bigint()) / 1e6), slept: () => null };

/** The real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed,
  slept,
  after: createAfter({
    elapsed,
    timer: (delayMs, callback) => {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
  }),
};
