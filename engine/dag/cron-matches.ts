import type { CronFields } from './cron-fields.ts';
import { DAY_MS, MINUTE_MS, type WallTime } from './wall-time.ts';

/** Leap years come round. */
const MONTH_LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const ALL_WEEKDAYS = 0b1111111;

/** Whether one of its months has one of its days. A weekday, where one is named, makes up for the days. */
export function everMatches({ days, months, weekdays, eitherDay }: CronFields): boolean {
  if (eitherDay || weekdays !== ALL_WEEKDAYS) return true;
  const firstDay = 31 - Math.clz32(days & -days);
  return MONTH_LENGTHS.some((length, index) => has(months, index + 1) && firstDay <= length);
}

/** The first wall time of a line in a range: `from` inclusive, `before` exclusive. */
export function firstMatch(fields: CronFields, from: WallTime, before: WallTime): WallTime | null {
  let day = Math.floor(from / DAY_MS);
  let minute = Math.ceil((from - day * DAY_MS) / MINUTE_MS);
  while (day * DAY_MS < before) {
    const date = new Date(day * DAY_MS);
    if (!has(fields.months, date.getUTCMonth() + 1)) {
      day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / DAY_MS;
    } else {
      const time = isDay(fields, date) ? firstTime(fields, minute) : null;
      const wall = day * DAY_MS + (time ?? 0) * MINUTE_MS;
      if (time !== null) return wall < before ? wall : null;
      day += 1;
    }
    minute = 0;
  }
  return null;
}

function isDay({ days, weekdays, eitherDay }: CronFields, date: Date): boolean {
  const isNamed = has(days, date.getUTCDate());
  const isWeekday = has(weekdays, date.getUTCDay());
  return eitherDay ? isNamed || isWeekday : isNamed && isWeekday;
}

/** The first time of a day that is not before a minute of it. */
function firstTime({ hours, minutes }: CronFields, from: number): number | null {
  for (const hour of hours) {
    if (hour * 60 + 59 < from) continue;
    const minute = minutes.find((one) => hour * 60 + one >= from);
    if (minute !== undefined) return hour * 60 + minute;
  }
  return null;
}

const has = (set: number, value: number): boolean => (set & (1 << value)) !== 0;
