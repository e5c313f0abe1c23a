import type { Clock } from '../lib/clock.ts';
import type { Moment, Stopwatch } from '../lib/stopwatch.ts';
import { bootId } from './process-identity.ts';

type Clocks = Pick<Clock, 'now' | 'elapsed'>;

/** Now, for whoever asks later how long ago it was: another engine too. */
export function momentOf(clock: Clocks): Moment {
  return { at: clock.now(), elapsed: clock.elapsed(), bootId: bootId() };
}

/** Begins to count now. */
export function newStopwatch(clock: Clocks): Stopwatch {
  return { usedMs: 0, ...momentOf(clock) };
}
