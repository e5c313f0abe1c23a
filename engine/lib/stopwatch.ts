/** A moment, by the clock on the wall and by the one that nobody sets. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** `Clock.elapsed`: to be compared within one boot of the machine. */
  readonly elapsed: number;
  readonly bootId: string;
}

/** How much of a wait or of a time limit had passed at a moment. */
export interface Stopwatch extends Moment {
  readonly usedMs: number;
}

/** A clock that differs by more than this from what has passed was set by somebody. */
const SET_MS = 2000;

/**
 * Milliseconds from one moment to a later one. Within a boot no clock that was set counts. From one boot to the next the
 * wall clock is all there is, and nothing has passed where it was set back.
 */
export function msBetween(from: Moment, to: Moment): number {
  const passed = from.bootId === to.bootId ? to.elapsed - from.elapsed : to.at - from.at;
  return Math.max(0, passed);
}

/** What has passed of a wait or a limit by now. */
export function usedBy(watch: Stopwatch, now: Moment): number {
  return watch.usedMs + msBetween(watch, now);
}

/** The same, as of a later moment. */
export function upTo(watch: Stopwatch, now: Moment): Stopwatch {
  return { ...now, usedMs: usedBy(watch, now) };
}

/**
 * Milliseconds from a moment to a time on the wall that a file tells, which was before `now`. Where the clock was set in
 * between, the time is one of before or of after that; of two that can be, the earlier one counts, so that nothing is over
 * time because of a clock that was set.
 */
export function msUntilTime(from: Moment, time: number, now: Moment): number {
  const before = time - from.at;
  if (from.bootId !== now.bootId) return Math.max(0, before);
  const whole = msBetween(from, now);
  const after = whole - (now.at - time);
  const isSet = Math.abs(before - after) > SET_MS;
  const possible = isSet ? [before, after].filter((ms) => isWithin(ms, whole)) : [before];
  const [passed = 0] = possible.toSorted((one, other) => one - other);
  return Math.min(Math.max(0, passed), whole);
}

// What is read of the clocks is not exact to the millisecond.
function isWithin(ms: number, whole: number): boolean {
  return ms > -SET_MS && ms < whole + SET_MS;
}

/** As it is stored; null for none. */
export function readStopwatch(text: string | null): Stopwatch | null {
  // Written by this program alone.
  return text === null ? null : (JSON.parse(text) as Stopwatch);
}

/** One of an older version, which noted the time on the wall alone. */
export function wallStopwatch(at: number): Stopwatch {
  return { usedMs: 0, at, elapsed: 0, bootId: '' };
}

/** That of something stored; an older version noted its start on the wall alone. */
export function stopwatchOf({
  stopwatch,
  startedAt,
}: {
  readonly stopwatch: string | null;
  readonly startedAt: number;
}): Stopwatch {
  return readStopwatch(stopwatch) ?? wallStopwatch(startedAt);
}
