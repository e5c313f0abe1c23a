/** Time as an argument, so that tests can set it. Implemented by `platform/system-clock.ts`. */
export interface Clock {
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
  /**
   * Whole milliseconds since the machine was booted, the same for all its processes. Goes on while the machine sleeps, and
   * nobody can set it: against `now` it tells a clock that was set from time that has passed.
   */
  readonly elapsed: () => number;
  /** How many milliseconds of `elapsed` the machine has slept since the first look; null where nobody can tell. */
  readonly slept: () => number | null;
  /**
   * Runs `callback` once after `delayMs`, whatever becomes of the wall clock; the returned function cancels it and is safe to
   * call twice. After a sleep of the machine it may be a minute late.
   */
  readonly after: (delayMs: number, callback: () => void) => () => void;
}

/** ISO 8601 UTC with milliseconds; the empty string for a time that does not apply. */
export function isoTime(epochMs: number | null): string {
  return epochMs === null ? '' : new Date(epochMs).toISOString();
}
