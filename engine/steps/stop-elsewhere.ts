import type { Dag, Step } from '../dag/definition.ts';

/** How what runs elsewhere is stopped. */
export interface StopElsewhere {
  readonly signal: string;
  /** How long what gets the signal has until it is killed. */
  readonly graceMs: number;
}

/** It takes less than the time for a stop, so that it is over before the program here is killed. */
export function stopElsewhere(
  { maxCleanUpTimeSec }: Pick<Dag, 'maxCleanUpTimeSec'>,
  { signalOnStop }: Pick<Step, 'signalOnStop'>,
): StopElsewhere {
  const reserveMs = Math.min(2000, maxCleanUpTimeSec * 500);
  return { signal: signalOnStop ?? 'SIGTERM', graceMs: maxCleanUpTimeSec * 1000 - reserveMs };
}
