interface Unit {
  readonly name: string;
  readonly first: number;
  /** Largest number that may be written: a week has two Sundays. */
  readonly last: number;
  /** Largest step. */
  readonly size: number;
  /** The words for `first` and what follows it. */
  readonly words: readonly string[];
}

const unit = (name: string, [first, last]: readonly [number, number], words = ''): Unit => ({
  ...{ name, first, last, size: last - first + 1 },
  words: words === '' ? [] : words.split(' '),
});
const WEEKDAY = { ...unit('weekday', [0, 7], 'sun mon tue wed thu fri sat'), size: 7 };
const UNITS: readonly Unit[] = [
  unit('minute', [0, 59]),
  unit('hour', [0, 23]),
  unit('day', [1, 31]),
  unit('month', [1, 12], 'jan feb mar apr may jun jul aug sep oct nov dec'),
  WEEKDAY,
];

/** Why a line is none, as the end of a sentence. */
class CronProblem extends Error {}

/** What is wrong with `minute hour day month weekday`, as the end of a sentence; null where it is a line. */
export function cronProblem(fields: readonly string[]): string | null {
  try {
    for (const [index, one] of UNITS.entries()) checkField(fields[index] ?? '', one);
    return null;
  } catch (error) {
    if (error instanceof CronProblem) return error.message;
    throw error;
  }
}

function checkField(field: string, one: Unit): void {
  const parts = field.split(',');
  for (const part of parts) checkPart(part, field, one);
  if (one.name === 'day' && parts.length > 1 && parts.some((part) => /^LW$/i.test(part)))
    throw new CronProblem(`has \`LW\` in the list \`${field}\`: write a line of its own for LW`);
}

/** A value, a range or everything, with a step or not. */
const PART = /^(?:(?<all>[*?])|(?<from>\w+)(?:-(?<to>\w+))?)(?:\/(?<step>\d+))?$/;

/** The last day of the month, or its last working day; the working day nearest to a day. */
const OF_MONTH = /^(?:LW?|(?<near>\w+)W)$/i;
/** Some of the weekdays of a month: the first to the fifth, or the last. */
const OF_WEEK = /^(?<days>\w+(?:-\w+)?)(?:#(?<nth>\w+)|(?<=\d)L)$/i;

/** Checks a part that names days by their place in the month; false for any other. */
function checkPlace(part: string, field: string, one: Unit): boolean {
  if (one.name === 'day') {
    const found = OF_MONTH.exec(part)?.groups;
    if (found?.['near'] !== undefined) valueOf(found['near'], field, one);
    return found !== undefined || OF_MONTH.test(part);
  }
  const found = one === WEEKDAY ? OF_WEEK.exec(part)?.groups : undefined;
  if (!found) return false;
  const { days = '', nth } = found;
  if (nth !== undefined && !/^(?:[1-5]|L)$/i.test(nth))
    throw new CronProblem(`has the invalid place \`#${nth}\` in the month: use #1 to #5, or #L`);
  checkPart(days, field, one);
  return true;
}

function checkPart(part: string, field: string, one: Unit): void {
  if (checkPlace(part, field, one)) return;
  const groups = PART.exec(part)?.groups;
  if (!groups) throw noField(field);
  const { all, from = '', to, step } = groups;
  if (step !== undefined) checkStep(step, one);
  if (all !== undefined) return;
  const start = valueOf(from, field, one);
  if (to === undefined || start <= endOf(to, field, one)) return;
  throw new CronProblem(`has the invalid range \`${part}\`: its end is before its start`);
}

function checkStep(step: string, { name, size }: Unit): void {
  if (Number(step) >= 1 && Number(step) <= size) return;
  throw new CronProblem(`has the invalid step \`${step}\` for its ${name}: use 1 to ${size}`);
}

function valueOf(word: string, field: string, { name, first, last, words }: Unit): number {
  const place = words.indexOf(word.toLowerCase());
  if (place === -1 && !/^\d+$/.test(word)) throw noField(field);
  const value = place === -1 ? Number(word) : place + first;
  if (value >= first && value <= last) return value;
  throw new CronProblem(`has the invalid ${name} \`${word}\`: use ${first} to ${last}`);
}

/** `FRI-SUN` ends with the Sunday after the Friday. */
function endOf(word: string, field: string, one: Unit): number {
  return one === WEEKDAY && word.toLowerCase() === 'sun' ? one.last : valueOf(word, field, one);
}

function noField(field: string): CronProblem {
  return new CronProblem(`has the invalid field \`${field}\``);
}
