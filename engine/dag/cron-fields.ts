/** What the five fields of a cron line name. In sets of bits bit n stands for the value n. */
export interface CronFields {
  /** Ascending. */
  readonly minutes: readonly number[];
  /** Ascending. */
  readonly hours: readonly number[];
  readonly days: number;
  readonly months: number;
  /** 0 is Sunday. */
  readonly weekdays: number;
  /** Both kinds of days are restricted: then a day needs only one of them. */
  readonly eitherDay: boolean;
}

interface Unit {
  readonly name: string;
  readonly first: number;
  readonly last: number;
  /** Largest number that may be written: a week has two Sundays. */
  readonly most: number;
  /** The words for `first` and what follows it. */
  readonly words: readonly string[];
}

const unit = (name: string, first: number, last: number, words = ''): Unit => ({
  ...{ name, first, last, most: last },
  words: words === '' ? [] : words.split(' '),
});
const MINUTE = unit('minute', 0, 59);
const HOUR = unit('hour', 0, 23);
const DAY = unit('day', 1, 31);
const MONTH = unit('month', 1, 12, 'jan feb mar apr may jun jul aug sep oct nov dec');
const WEEKDAY = { ...unit('weekday', 0, 6, 'sun mon tue wed thu fri sat'), most: 7 };

/** Why a line is none, as the end of a sentence. */
class CronProblem extends Error {}

/** Reads `minute hour day month weekday`; what is wrong with it, as the end of a sentence, where it is no cron line. */
export function readCronFields(fields: readonly string[]): CronFields | { problem: string } {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  try {
    return {
      minutes: numbers(minute, MINUTE),
      hours: numbers(hour, HOUR),
      days: bits(numbers(day, DAY)),
      months: bits(numbers(month, MONTH)),
      weekdays: bits(numbers(weekday, WEEKDAY)),
      eitherDay: isRestricted(day) && isRestricted(weekday),
    };
  } catch (error) {
    if (error instanceof CronProblem) return { problem: error.message };
    throw error;
  }
}

/** Whether a line is due in every hour of the day: such a line follows elapsed time. */
export function isElapsed({ hours }: CronFields): boolean {
  return hours.length === 24;
}

/** A step makes a restriction, even one of 1. */
const isRestricted = (field: string): boolean => !/^[*?]$/.test(field);

const bits = (values: readonly number[]): number =>
  values.reduce((set, value) => set | (1 << value), 0);

function numbers(field: string, one: Unit): readonly number[] {
  const named = field.split(',').flatMap((part) => partNumbers(part, field, one));
  return [...new Set(named)].sort((a, b) => a - b);
}

/** A value, a range or everything, with a step or not. */
const PART = /^(?:(?<all>[*?])|(?<from>\w+)(?:-(?<to>\w+))?)(?:\/(?<step>\d+))?$/;

function partNumbers(part: string, field: string, one: Unit): readonly number[] {
  const groups = PART.exec(part)?.groups;
  if (!groups) throw noField(field);
  const { all, from = '', to, step } = groups;
  const stride = step === undefined ? 1 : strideOf(step, one);
  if (all !== undefined) return everyNth(one.first, one.last, stride);
  const start = valueOf(from, field, one);
  if (to !== undefined)
    return rangeNumbers(part, { start, end: endOf(to, field, one), stride }, one);
  // Sunday at the beginning of a week, whatever it is called.
  const first = start > one.last ? one.first : start;
  return everyNth(first, step === undefined ? first : one.last, stride);
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly stride: number;
}

function rangeNumbers(part: string, { start, end, stride }: Range, { first, last }: Unit) {
  if (start > end) throw new CronProblem(`has the range \`${part}\`, which ends before it begins`);
  return everyNth(start, end, stride).map((value) => (value > last ? first : value));
}

function strideOf(step: string, { name, first, last }: Unit): number {
  const size = last - first + 1;
  if (Number(step) >= 1 && Number(step) <= size) return Number(step);
  throw new CronProblem(
    `has the step \`${step}\` for its ${name}, where 1 to ${size} are possible`,
  );
}

function valueOf(word: string, field: string, { name, first, most, words }: Unit): number {
  const place = words.indexOf(word.toLowerCase());
  if (place === -1 && !/^\d+$/.test(word)) throw noField(field);
  const value = place === -1 ? Number(word) : place + first;
  if (value >= first && value <= most) return value;
  throw new CronProblem(`has the ${name} \`${word}\`, where ${first} to ${most} are possible`);
}

/** `FRI-SUN` ends with the Sunday after the Friday. */
function endOf(word: string, field: string, one: Unit): number {
  return one === WEEKDAY && word.toLowerCase() === 'sun' ? one.most : valueOf(word, field, one);
}

function noField(field: string): CronProblem {
  return new CronProblem(`has a field that is no cron field: \`${field}\``);
}

function everyNth(from: number, to: number, stride: number): readonly number[] {
  return Array.from({ length: Math.floor((to - from) / stride) + 1 }, (_, n) => from + n * stride);
}
