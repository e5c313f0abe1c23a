import { nextSlot } from './schedule.ts';
import { DAY_MS } from './wall-time.ts';

interface Now {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** IANA zone in which times without an offset are read. */
  readonly timezone: string;
}

/** A time of day, or a date with one; the seconds and the offset may be left out. */
const CLOCK = /^([01]?\d|2[0-3]):([0-5]\d)$/;
const DATE =
  /^(\d{4})-(\d\d)-(\d\d)[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * When a run is to start: `18:00` is the next time at which the clocks show that, and `2026-11-29T18:00` a time of the zone
 * unless it names its offset. Where the clocks pass over it, it is the first moment after that; shown twice, it is the first.
 * As the end of a sentence, what is wrong with it.
 */
export function readStartTime(
  text: string,
  { now, timezone }: Now,
): { readonly at: number } | { readonly problem: string } {
  const clock = CLOCK.exec(text.trim());
  if (clock !== null) {
    const at = timeNamed({ minute: clock[2], hour: clock[1] }, { now, timezone });
    return at === null ? { problem: 'never comes' } : { at };
  }
  const at = dateTime(text.trim(), timezone);
  if (at === null) {
    return { problem: 'must be a time such as `18:00`, or a date with a time: `2026-11-29T18:00`' };
  }
  return at > now ? { at } : { problem: 'is in the past' };
}

function dateTime(text: string, timezone: string): number | null {
  const parts = DATE.exec(text);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second = '0', offset] = parts;
  const shown = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  // Of a day that its month does not have, such as 31 April.
  if (Number.isNaN(shown) || new Date(shown).getUTCDate() !== Number(day)) return null;
  if (offset !== undefined) return Date.parse(text.replace(' ', 'T'));
  const wanted = { minute, hour, day, month };
  // No zone is further from UTC than a day, and the line is due once a year.
  const at = timeNamed(wanted, { now: shown - 2 * DAY_MS, timezone });
  return at === null || at > shown + 2 * DAY_MS ? null : at + Number(second) * 1000;
}

type Field = string | undefined;

/** The next time at which a line with these fields is due: one rule for schedules and single starts. */
function timeNamed(
  fields: { minute: Field; hour: Field; day?: Field; month?: Field },
  { now, timezone }: Now,
): number | null {
  const number = (field: Field): string => (field === undefined ? '*' : String(Number(field)));
  const { minute, hour, day, month } = fields;
  const cron = `${number(minute)} ${number(hour)} ${number(day)} ${number(month)} *`;
  return nextSlot([{ expression: cron, cron, timezone: null }], now, timezone);
}
