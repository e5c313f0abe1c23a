import { texts } from './texts.ts';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `now`, `12m ago`, `5 h ago`, `2 days ago`; and for what comes `in 3m`, `in 16 h`, `in 6 days`. */
export function relativeTime(timestamp: string, now: number): string {
  const time = Date.parse(timestamp);
  if (Number.isNaN(time)) return '';
  if (time > now) {
    return time - now < MINUTE ? texts.distance.soon : texts.distance.to(timeBetween(time, now));
  }
  const since = timeSince(timestamp, now);
  return since === undefined ? texts.distance.now : texts.distance.ago(since);
}

/** How long ago something happened: `now` where the clock of the page is behind that of the engine. */
export function pastTime(timestamp: string, now: number): string {
  return relativeTime(timestamp, Math.max(now, Date.parse(timestamp)));
}

/** `12m`, `5 h`, `2 days`; nothing for less than a minute, and for what is to come. */
export function timeSince(timestamp: string, now: number): string | undefined {
  const time = Date.parse(timestamp);
  return now - time >= MINUTE ? timeBetween(time, now) : undefined;
}

function timeBetween(a: number, b: number): string {
  const distance = Math.abs(a - b);
  const minutes = Math.round(distance / MINUTE);
  if (minutes < 60) return texts.distance.minutes(minutes);
  const hours = Math.round(distance / HOUR);
  if (hours < 24) return texts.distance.hours(hours);
  return texts.distance.days(Math.round(distance / DAY));
}

/** `09:30:00` in the zone of the person. */
export function clockTime(timestamp: string): string {
  return format(timestamp, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
}

/** `09:30:00` today, `Thu 19 Nov 09:30` on other days. */
export function shortTime(timestamp: string, now: number): string {
  const time = new Date(timestamp);
  if (Number.isNaN(time.getTime())) return '';
  if (isSameDay(time.getTime(), now)) return clockTime(timestamp);
  return `${dayOf(timestamp)} ${hourMinute(timestamp)}`;
}

/** `18:00` today, `Sun 29 Nov 18:00` on other days, with the year of another one: when something is to happen. */
export function planTime(timestamp: string, now: number): string {
  const time = hourMinute(timestamp);
  if (isSameDay(Date.parse(timestamp), now)) return time;
  const year = new Date(timestamp).getFullYear();
  const isThisYear = year === new Date(now).getFullYear();
  return `${dayOf(timestamp)} ${isThisYear ? '' : `${year} `}${time}`;
}

/** The exact time with its zone, for tooltips. */
export function exactTime(timestamp: string): string {
  return format(timestamp, {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
}

const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(?= )/;

/** A line that begins with a time of UTC, with that time in the zone of the person: `2026-11-19 09:30:00.123 …`. */
export function withLocalTime(line: string): string {
  return line.replace(stamp, (utc) => {
    const time = new Date(utc);
    const local = new Date(time.getTime() - time.getTimezoneOffset() * MINUTE);
    return Number.isNaN(local.getTime()) ? utc : local.toISOString().slice(0, -1).replace('T', ' ');
  });
}

/** `09:30` in the zone of the person. */
export function hourMinute(timestamp: string): string {
  return format(timestamp, { hour: '2-digit', minute: '2-digit' });
}

function dayOf(timestamp: string): string {
  return format(timestamp, { weekday: 'short', day: 'numeric', month: 'short' });
}

/** Whether two times are on one day of the window's zone. */
export function isSameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

function format(timestamp: string, options: Intl.DateTimeFormatOptions): string {
  const time = new Date(timestamp);
  if (Number.isNaN(time.getTime())) return '';
  // en-GB, because the words around it are English and its clock has 24 hours.
  return formatter(options).format(time).replaceAll(',', '');
}

const formatters = new Map<string, Intl.DateTimeFormat>();

// Building a formatter costs more than everything else here, and a table asks for thousands.
function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const created = new Intl.DateTimeFormat('en-GB', { hourCycle: 'h23', ...options });
  formatters.set(key, created);
  return created;
}
