interface CivilDate {
  readonly day: number;
  /** 1 to 12. */
  readonly month: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** Of its month. */
  readonly lastDay: number;
}

export interface CronLine {
  /** Civil minutes: minutes since 1970 as if the wall clock showed UTC. */
  readonly matches: (civilMinute: number) => boolean;
  /** Whether the hour field names all 24 hours. */
  readonly namesAllHours: boolean;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MINUTE_MS = 60_000;

/** What one field may say. */
interface Field {
  readonly low: number;
  /** The last value that a step or an asterisk reaches. */
  readonly high: number;
  readonly names?: readonly string[];
}

const minuteField: Field = { low: 0, high: 59 };
const hourField: Field = { low: 0, high: 23 };
const dayField: Field = { low: 1, high: 31 };
const monthField: Field = { low: 1, high: 12, names: MONTHS };
const weekdayField: Field = { low: 0, high: 6, names: WEEKDAYS };
const SUNDAY_AT_THE_END = 7;

/** Reads five fields on its own: this is one side of a comparison with the engine, which must not lend it anything. */
export function readCronLine(line: string): CronLine {
  const words = line.trim().split(/\s+/);
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = words;
  if (words.length !== 5) throw new Error(`"${line}" has not five fields.`);
  const minutes = numbersOf(minute, minuteField);
  const hours = numbersOf(hour, hourField);
  const months = numbersOf(month, monthField);
  const isDay = dayRule(day, weekday);
  return {
    matches: (civilMinute) => {
      const isTime = minutes.has(civilMinute % 60) && hours.has(Math.floor(civilMinute / 60) % 24);
      if (!isTime) return false;
      const date = dateOf(civilMinute);
      return months.has(date.month) && isDay(date);
    },
    namesAllHours: hours.size === 24,
  };
}

/** Where both fields say something, one of them is enough; `*` and `?` alone say nothing. */
function dayRule(dayWord: string, weekdayWord: string): (date: CivilDate) => boolean {
  const saysNothing = (word: string): boolean => word === '*' || word === '?';
  const isDay = anyOf(dayWord, readDay);
  const isWeekday = anyOf(weekdayWord, readWeekday);
  if (saysNothing(dayWord)) return isWeekday;
  if (saysNothing(weekdayWord)) return isDay;
  return (date) => isDay(date) || isWeekday(date);
}

type DateRule = (date: CivilDate) => boolean;

/** One of the parts is enough. */
function anyOf(word: string, read: (part: string) => DateRule): DateRule {
  const rules = word.split(',').map(read);
  return (date) => rules.some((rule) => rule(date));
}

/** `L`, `LW`, `15W`, or numbers. */
function readDay(part: string): DateRule {
  const sign = part.toUpperCase();
  if (sign === 'L') return ({ day, lastDay }) => day === lastDay;
  if (sign === 'LW') return (date) => date.day === workingDayNear(date.lastDay, date);
  if (sign.endsWith('W')) return (date) => date.day === workingDayNear(Number.parseInt(sign), date);
  const days = numbersOf(part, dayField);
  return ({ day }) => days.has(day);
}

/** `MON#1`, `MON#L`, `1L`, or numbers. */
function readWeekday(part: string): DateRule {
  const [, named = part, place = ''] = /^(.+?)#?(L|(?<=#)\d)$/i.exec(part) ?? [];
  const weekdays = numbersOf(named, weekdayField);
  return ({ day, weekday, lastDay }) => {
    if (!weekdays.has(weekday)) return false;
    if (place === '') return true;
    return place.toUpperCase() === 'L' ? day + 7 > lastDay : Math.ceil(day / 7) === Number(place);
  };
}

/** The day from Monday to Friday that is nearest to a day of a month, within that month; 0 for a day that it does not have. */
function workingDayNear(wanted: number, { day, weekday, lastDay }: CivilDate): number {
  if (wanted > lastDay) return 0;
  const isWorking = (one: number): boolean => ((((weekday + one - day) % 7) + 7) % 7) % 6 !== 0;
  const nearest = [0, -1, 1, -2, 2].map((by) => wanted + by);
  return nearest.find((one) => one >= 1 && one <= lastDay && isWorking(one)) ?? 0;
}

function numbersOf(text: string, field: Field): ReadonlySet<number> {
  const found = new Set<number>();
  for (const part of text.split(',')) {
    const [range = '', stepWord] = part.split('/');
    const { from, to } = rangeOf(range, field, stepWord !== undefined);
    const step = Number(stepWord ?? 1);
    for (let number = from; number <= to; number += step) found.add(numberInField(number, field));
  }
  return found;
}

function rangeOf(
  text: string,
  field: Field,
  hasStep: boolean,
): { readonly from: number; readonly to: number } {
  if (text === '*' || text === '?') return { from: field.low, to: field.high };
  const [first = '', last] = text.split('-');
  const from = numberOf(first, field);
  if (last !== undefined) {
    const isSunday = last.toLowerCase() === 'sun';
    return { from, to: isSunday ? SUNDAY_AT_THE_END : numberOf(last, field) };
  }
  if (!hasStep) return { from, to: from };
  return { from: numberInField(from, field), to: field.high };
}

function numberOf(word: string, { low, names }: Field): number {
  const index = names?.indexOf(word.toLowerCase()) ?? -1;
  return index === -1 ? Number(word) : low + index;
}

/** Both 0 and 7 are Sunday. */
const numberInField = (number: number, field: Field): number =>
  field === weekdayField ? number % SUNDAY_AT_THE_END : number;

function dateOf(civilMinute: number): CivilDate {
  const date = new Date(civilMinute * MINUTE_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return { day: date.getUTCDate(), month: month + 1, weekday: date.getUTCDay(), lastDay };
}
