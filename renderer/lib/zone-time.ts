const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A wall time in some zone. */
interface WallTime {
  /** `2026-11-19`. */
  readonly date: string;
  /** Minutes since midnight as the clock on the wall shows them. */
  readonly minute: number;
}

/** What the calendar and the clock on the wall of a zone say at a point of time. */
export function wallTime(zone: string, time: number): WallTime {
  const parts = new Map(
    formatter(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    date: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`,
    minute: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

/** The day of a zone in which a point of time lies, as `2026-11-19`. */
export function dateIn(zone: string, time: number): string {
  return wallTime(zone, time).date;
}

/** The first instant of a day in a zone, which is not always midnight: a clock may be set forward then. */
export function startOfDay(zone: string, date: string): number {
  const noon = noonOf(date);
  // No zone is further than 15 hours from UTC, so the day begins between these two.
  let before = noon - 28 * HOUR;
  let after = noon + 4 * HOUR;
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (dateIn(zone, middle) >= date) after = middle;
    else before = middle;
  }
  return after;
}

/** The date so many days later; a date knows no zone. */
export function addDays(date: string, days: number): string {
  return new Date(noonOf(date) + days * DAY).toISOString().slice(0, 10);
}

/** The Monday of the week of a date. */
export function mondayOf(date: string): string {
  const weekday = (new Date(noonOf(date)).getUTCDay() + 6) % 7;
  return addDays(date, -weekday);
}

/** Number of the week by ISO 8601: the first one holds the first Thursday of the year. */
export function weekNumber(date: string): number {
  const thursday = addDays(mondayOf(date), 3);
  const first = `${thursday.slice(0, 4)}-01-01`;
  return 1 + Math.floor((noonOf(thursday) - noonOf(first)) / (7 * DAY));
}

/** Whether a text is a date of the calendar, such as one that came with an address. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && addDays(text, 0) === text;
}

function noonOf(date: string): number {
  const [year = NaN, month = NaN, day = NaN] = date.split('-').map(Number);
  return Date.UTC(year, month - 1, day, 12);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const created = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formatters.set(zone, created);
  return created;
}
