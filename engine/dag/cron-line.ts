import { CronDate, CronPattern } from 'croner';
import { keepLast } from '../lib/keep-last.ts';
import { DAY_MS, type WallTime } from './wall-time.ts';

/** After 400 years dates fall on the same weekdays again. */
const CALENDAR_MS = 146_097 * DAY_MS;

/** The first wall time from one on: it answers for all between the two. */
interface Answer {
  readonly from: WallTime;
  readonly found: WallTime;
}

/** Whoever shows a DAG asks for its next few times, which stay the same until the first has come. */
const MAX_ANSWERS = 8;

/** The wall times that five fields name. They are asked for in UTC, whose clocks are never set. */
export class CronLine {
  /** Whether it is due in every hour of the day: such a line follows elapsed time. */
  readonly isElapsed: boolean;
  /** Whether it names any wall time: of some lines no month has the day. */
  readonly everFires: boolean;
  readonly #pattern: CronPattern;
  readonly #answers: Answer[] = [];

  /** Takes fields in which `cronProblem` finds nothing wrong. */
  constructor(cron: string) {
    this.#pattern = readPattern(withSundaysFirst(cron).split(' '));
    this.isElapsed = this.#pattern.hour.every((named) => named !== 0);
    this.everFires = this.first(0, Infinity) !== null;
  }

  /** The first wall time in a range: `from` inclusive, `before` exclusive. */
  first(from: WallTime, before: WallTime): WallTime | null {
    if (from >= before) return null;
    const found = this.#next(from);
    return found !== undefined && found < before ? found : null;
  }

  #next(from: WallTime): WallTime | undefined {
    const known = this.#answers.find((answer) => answer.from <= from && from <= answer.found);
    if (known !== undefined) return known.found;
    // Asked within the first 400 years, since croner finds nothing from the year 3000 on.
    const shift = Math.floor(from / CALENDAR_MS) * CALENDAR_MS;
    const date = new CronDate(new Date(from - shift - 1), UTC);
    const inShift = date.increment(this.#pattern, {}, false)?.getTime();
    if (inShift === undefined) return undefined;
    const found = inShift + shift;
    this.#answers.push({ from, found });
    if (this.#answers.length > MAX_ANSWERS) this.#answers.shift();
    return found;
  }
}

const UTC = 0;

/** Those of thousands of DAGs are few, and asked for again and again. */
const MAX_LINES = 1000;
export const cronLine = keepLast(MAX_LINES, (cron) => new CronLine(cron));

/** croner names no day for `7/2`, though it takes a lone 7 for the Sunday. */
const withSundaysFirst = (cron: string): string =>
  cron.replace(/(?<=[ ,])0*7(?=\/\d+[^ ]*$)/g, '0');

/**
 * Reads each field alone, and joins them. To read a line, croner fills a table of 10,000 years, which are 80 KB; lines
 * are many, but the fields that they are made of are few.
 */
function readPattern(fields: readonly string[]): CronPattern {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  const days = patternOf(`* * ${day} * *`);
  const weekdays = patternOf(`* * * * ${weekday}`);
  return Object.assign(Object.create(CronPattern.prototype), patternOf(`${minute} * * * *`), {
    hour: patternOf(`* ${hour} * * *`).hour,
    day: days.day,
    lastDayOfMonth: days.lastDayOfMonth,
    lastWeekday: days.lastWeekday,
    nearestWeekdays: days.nearestWeekdays,
    starDOM: saysNothing(day),
    month: patternOf(`* * * ${month} *`).month,
    dayOfWeek: weekdays.dayOfWeek,
    starDOW: saysNothing(weekday),
  } satisfies Partial<CronPattern>) as CronPattern;
}

/** Whether only the other field of days decides. croner cuts the `L` out of `L,*` and takes the rest for `*`. */
const saysNothing = (field: string): boolean => field === '*' || field === '?';

/** Each takes 3 KB without the years. */
const MAX_PATTERNS = 500;
const patternOf = keepLast(MAX_PATTERNS, (cron) => {
  const pattern = new CronPattern(cron, undefined, { mode: '5-part', sloppyRanges: true });
  // Five fields name no years, so that all name the same ones.
  pattern.year = everyYear ??= pattern.year;
  return pattern;
});
let everyYear: number[] | undefined;
