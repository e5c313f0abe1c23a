import { civilMinute } from './wall-times.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A moment from which on the wall clock of a zone is ahead of UTC by another number of minutes. */
export interface Transition {
  readonly timezone: string;
  /** The first instant of the new offset, milliseconds. */
  readonly at: number;
  /** Minutes by which the wall clock jumps; negative: back. */
  readonly jump: number;
}

export const FIRST_YEAR = 2000;
export const LAST_YEAR = 2037;

/** All zones that this Node knows. */
export const zones: readonly string[] = Intl.supportedValuesOf('timeZone');

/** The transitions of a zone in the years from `from` to `to`: days are compared, and the minute is sought in between. */
export function transitionsOf(timezone: string, from: number, to: number): readonly Transition[] {
  const found: Transition[] = [];
  let before = offsetAt(timezone, Date.UTC(from, 0, 1));
  for (let day = Date.UTC(from, 0, 1); day < Date.UTC(to + 1, 0, 1); day += DAY_MS) {
    const after = offsetAt(timezone, day + DAY_MS);
    if (after === before) continue;
    const at = firstInstant(timezone, day, before);
    found.push({ timezone, at, jump: offsetAt(timezone, at) - before });
    before = after;
  }
  return found;
}

/** Days on which nothing is to happen: a leap day, a turn of the year. Most zones have no others. */
export function ordinaryDays(timezone: string): readonly Transition[] {
  return [Date.UTC(2024, 1, 29, 12), Date.UTC(2030, 0, 1)].map((at) => ({ timezone, at, jump: 0 }));
}

/** Halves the day until one minute is left. */
function firstInstant(timezone: string, day: number, before: number): number {
  let low = day;
  let high = day + DAY_MS;
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / MINUTE_MS / 2) * MINUTE_MS;
    if (offsetAt(timezone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

const offsetAt = (timezone: string, at: number): number =>
  civilMinute(timezone, at) - at / MINUTE_MS;
