import type { Pause } from './definition.ts';

// A hundred years: timers, dates and columns all hold the end of such a pause.
const LONGEST_MS = 100 * 365 * 24 * 3_600_000;

/**
 * Milliseconds of the `n`th pause, counted from 0: the first is `intervalSec` itself, each later one is
 * `backoff` times as long, and none is longer than `maxIntervalSec` or a hundred years.
 */
export function pauseMs({ intervalSec, backoff, maxIntervalSec }: Pause, n: number): number {
  // 0 times infinity would be no number.
  if (intervalSec === 0) return 0;
  const longest = maxIntervalSec === 0 ? LONGEST_MS : Math.min(maxIntervalSec * 1000, LONGEST_MS);
  return Math.round(Math.min(intervalSec * 1000 * backoff ** n, longest));
}
