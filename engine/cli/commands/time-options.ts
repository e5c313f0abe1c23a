import { InvalidArgumentError } from 'commander';
import { parseDurationMs } from '../../lib/duration.ts';

/** The first and the last moment that a text means, in milliseconds since the epoch: a date is a whole day. */
export interface TimeSpan {
  readonly first: number;
  readonly last: number;
}

/** A hundred years. */
const LONGEST_MS = 36_500 * 86_400_000;

/** Milliseconds of a duration above 0. @throws InvalidArgumentError for any other text. */
export function durationOption(text: string): number {
  const ms = parseDurationMs(text);
  if (ms !== null && ms > 0 && ms <= LONGEST_MS) return ms;
  throw new InvalidArgumentError('Use a duration such as 7d, 24h or 1h30m, up to 36500d.');
}

const dayPattern = /^(\d{4})-(\d\d)-(\d\d)$/;
const timePattern =
  /^(\d{4}-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/;

/**
 * Reads a date or a time; without a zone, that of the settings, which are read after the options: so ask for its moments
 * later than `configOf`.
 */
export function timeOption(text: string): TimeSpan {
  spanOf(text);
  return {
    get first() {
      return spanOf(text).first;
    },
    get last() {
      return spanOf(text).last;
    },
  };
}

function spanOf(text: string): TimeSpan {
  const span = dayOf(text) ?? timeOf(text);
  if (span !== null) return span;
  throw new InvalidArgumentError('Use a time such as 2026-02-03 or 2026-02-03T10:00.');
}

function dayOf(text: string): TimeSpan | null {
  const [, year, month, day] = dayPattern.exec(text) ?? [];
  const start = new Date(Number(year), Number(month) - 1, Number(day));
  // Also refuses February 30th, which would be a day of March.
  if (start.getMonth() + 1 !== Number(month) || start.getDate() !== Number(day)) return null;
  const next = new Date(start);
  next.setDate(next.getDate() + 1);
  return { first: start.getTime(), last: next.getTime() - 1 };
}

function timeOf(text: string): TimeSpan | null {
  const [, date = '', time, zone = ''] = timePattern.exec(text) ?? [];
  if (dayOf(date) === null) return null;
  const moment = Date.parse(`${date}T${time}${zone}`);
  return Number.isNaN(moment) ? null : { first: moment, last: moment };
}

/** Milliseconds since the epoch, given those of now. */
export type Moment = (now: number) => number;

/** Reads a time of day, which is that of today, or a date with a time. Ask it for its moment as that of `timeOption`. */
export function momentOption(text: string): Moment {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hour !== undefined) {
    return (now) => new Date(now).setHours(Number(hour), Number(minute), 0, 0);
  }
  if (dayOf(text) === null && timeOf(text) === null) {
    throw new InvalidArgumentError('Use a time such as 02:30 or 2026-02-03T02:30.');
  }
  return () => spanOf(text).first;
}
