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
   * Runs `callback` once after `delayMs` of `elapsed`, never before, whatever becomes of the wall clock; the returned function
   * cancels it and is safe to call twice. After a sleep of the machine it may be a minute late.
   */
  readonly after: (delayMs: number, callback: () => void) => () => void;
}

const MINUTE_MS = 60_000;
let minute = NaN;
let writtenMinute = '';

/**
 * ISO 8601 UTC with milliseconds; the empty string for a time that does not apply. Lists consist of times, most of them near
 * the one before: so the minute is written once for all that follow in it, which takes a quarter of the time.
 *
 * @throws RangeError for a number that is no time.
 */
export function isoTime(epochMs: number | null): string {
  if (epochMs === null) return '';
  const itsMinute = Math.floor(epochMs / MINUTE_MS);
  if (itsMinute !== minute) {
    writtenMinute = new Date(itsMinute * MINUTE_MS).toISOString().slice(0, -'00.000Z'.length);
    minute = itsMinute;
  }
  const digits = String(100_000 + Math.floor(epochMs - itsMinute * MINUTE_MS));
  return `${writtenMinute}${digits.slice(1, 3)}.${digits.slice(3)}Z`;
}
