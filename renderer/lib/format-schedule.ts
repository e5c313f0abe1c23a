import { texts } from './texts.ts';
const words = texts.schedule;
const dayCodes = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const WEEKDAYS = '1,2,3,4,5';
const WEEKEND = '0,6';

/**
 * All schedules of a DAG in words; `by hand` without one. A zone that is not the usual one is named: once where it is that of
 * all of them, else with each. Without a usual one no zone is named.
 */
export function formatSchedules(
  entries: readonly { readonly expression: string }[],
  usual?: string,
): string {
  if (entries.length === 0) return words.byHand;
  const zones = entries.map(({ expression }) => namedZone(expression, usual));
  const [zone = ''] = zones;
  const isShared = haveOneZone(entries);
  const each = entries.map(({ expression }, index) =>
    isShared ? formatCron(expression) : `${formatCron(expression)}${zones[index] ?? ''}`,
  );
  return inOne(each) + (isShared ? zone : '');
}

/** Whether all schedules of a DAG go by the same clocks. */
export function haveOneZone(entries: readonly { readonly expression: string }[]): boolean {
  return new Set(entries.map(({ expression }) => scheduleZone(expression))).size <= 1;
}

/** With a space before it; empty for the usual one. */
function namedZone(expression: string, usual: string | undefined): string {
  const zone = scheduleZone(expression);
  return usual === undefined || zone === undefined || zone === usual ? '' : ` ${zone}`;
}

function inOne(each: readonly string[]): string {
  const [first = '', second] = each;
  if (second === undefined) return first;
  return each.length === 2 ? `${first}, ${second}` : words.more(first, each.length - 1);
}

/** The zone that a schedule names, if it names one. */
export function scheduleZone(expression: string): string | undefined {
  return /^(?:CRON_TZ|TZ)=(\S+)\s/.exec(expression)?.[1];
}

/** One cron expression as a person would say it; an unusual one stays as it is written. */
export function formatCron(expression: string): string {
  const text = expression.replace(/^(?:CRON_TZ|TZ)=\S+\s+/, '').trim();
  if (text.toLowerCase() === '@reboot') return words.atBoot;
  const fields = aliases.get(text.toLowerCase()) ?? text;
  const [minute, hour, day, month, weekday, more] = fields.split(/\s+/);
  const known = weekday !== undefined && more === undefined;
  if (!known || minute === undefined || hour === undefined || month !== '*') return text;
  const often = frequencyWords(minute, hour);
  if (often !== undefined && day === '*') return withDays(often, weekday) ?? text;
  const time = timeWords(minute, hour);
  if (time === undefined) return text;
  if (day === '*') return formatDay(weekday, time) ?? nthDayWords(weekday, time) ?? text;
  return weekday === '*' ? (monthDayWords(day ?? '', time) ?? text) : text;
}

const aliases: ReadonlyMap<string, string> = new Map([
  ['@hourly', '0 * * * *'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@weekly', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
]);

function frequencyWords(minute: string, hour: string): string | undefined {
  if (hour === '*') {
    if (minute === '*' || minute === '*/1') return words.everyMinute;
    const step = stepOf(minute);
    if (step !== undefined) return words.everyMinutes(step);
    if (isNumber(minute)) return words.hourly + atMinute(minute);
  }
  const hours = stepOf(hour);
  if (hours === undefined || !isNumber(minute)) return undefined;
  return (hours === '1' ? words.hourly : words.everyHours(hours)) + atMinute(minute);
}

function atMinute(minute: string): string {
  return Number(minute) === 0 ? '' : words.atMinute(padded(minute));
}

function timeWords(minute: string, hour: string): string | undefined {
  const hours = hour.split(',');
  if (!isNumber(minute) || hours.length > 3 || !hours.every(isNumber)) return undefined;
  return hours.map((one) => `${padded(one)}:${padded(minute)}`).reduce(words.and);
}

function withDays(frequency: string, weekday: string): string | undefined {
  const days = daysOf(weekday);
  if (days === undefined) return undefined;
  if (days.length === 7) return frequency;
  const set = days.join(',');
  if (set === WEEKDAYS) return words.onWeekdays(frequency);
  return set === WEEKEND ? words.onWeekends(frequency) : words.onDays(frequency, shortDays(days));
}

function formatDay(weekday: string, time: string): string | undefined {
  const days = daysOf(weekday);
  if (days === undefined) return undefined;
  if (days.length === 7) return words.daily(time);
  if (days.join(',') === WEEKDAYS) return words.weekdays(time);
  if (days.join(',') === WEEKEND) return words.weekends(time);
  const [only = 0, second] = days;
  if (second === undefined) return words.everyDayOfWeek(texts.days.long[only] ?? '', time);
  return words.days(shortDays(days), time);
}

/** `Mon, Wed and Fri`; `Mon to Sat`. A week is read from Monday on. */
function shortDays(days: readonly number[]): string {
  const week = days.map((day) => (day + 6) % 7).sort((a, b) => a - b);
  const names = stretches(week).flatMap(stretchWords);
  const [last = ''] = names.slice(-1);
  return names.length > 1 ? words.and(names.slice(0, -1).join(', '), last) : last;
}

/** Days that follow each other, as first and last. */
function stretches(week: readonly number[]): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const day of week) {
    const open = found.at(-1);
    if (open?.[1] === day - 1) open[1] = day;
    else found.push([day, day]);
  }
  return found;
}

/** Two days are no stretch. */
function stretchWords([first, last]: readonly [number, number]): readonly string[] {
  const name = (day: number) => texts.days.short[(day + 1) % 7] ?? '';
  if (last - first >= 2) return [words.dayRange(name(first), name(last))];
  return first === last ? [name(first)] : [name(first), name(last)];
}

function monthDayWords(day: string, time: string): string | undefined {
  if (day.toUpperCase() === 'L') return words.lastOfMonth(time);
  if (!isNumber(day)) return undefined;
  return words.dayOfMonth(ordinal(Number(day)), time);
}

/** `1st Monday of the month at 08:00` */
function nthDayWords(weekday: string, time: string): string | undefined {
  const [, name = '', place = 'L'] = /^(\w+?)(?:#([1-5L])|(?<=\d)L)$/i.exec(weekday) ?? [];
  const day = dayNumber(name);
  if (day === undefined) return undefined;
  const which = place.toUpperCase() === 'L' ? words.last : ordinal(Number(place));
  return words.nthDay(which, texts.days.long[day % 7] ?? '', time);
}

function ordinal(value: number): string {
  const teen = value % 100 > 10 && value % 100 < 14;
  const ending = teen ? 'th' : ((['th', 'st', 'nd', 'rd'] as const)[value % 10] ?? 'th');
  return words.ordinal(value, ending);
}

/** Days of the week, Sunday as 0 and in order, or undefined for what is no list of days. */
function daysOf(field: string): readonly number[] | undefined {
  if (field === '*' || field === '?') return [0, 1, 2, 3, 4, 5, 6];
  const days = new Set<number>();
  for (const part of field.split(',')) {
    const [from, to, more] = part.split('-').map(dayNumber);
    if (from === undefined || more !== undefined) return undefined;
    if (part.includes('-') && (to === undefined || to < from)) return undefined;
    for (let day = from; day <= (to ?? from); day++) days.add(day % 7);
  }
  return [...days].sort((a, b) => a - b);
}

function dayNumber(text: string): number | undefined {
  const code = dayCodes.indexOf(text.toLowerCase());
  if (code >= 0) return code;
  return /^[0-7]$/.test(text) ? Number(text) : undefined;
}

function stepOf(field: string): string | undefined {
  return /^\*\/(\d+)$/.exec(field)?.[1];
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

function padded(text: string): string {
  return text.padStart(2, '0');
}
