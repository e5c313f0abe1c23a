import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CronLine } from '../../../engine/dag/cron-line.ts';
import { cronProblem } from '../../../engine/dag/cron-problem.ts';
import { DAY_MS, MINUTE_MS } from '../../../engine/dag/wall-time.ts';
import { readCronLine } from '../dst/cron-match.ts';
import { cronLine } from './schedule-entries.ts';

function timesOf(line: string, from: number, count: number): readonly number[] {
  const cron = new CronLine(line);
  const times: number[] = [];
  let wall = cron.first(from, Infinity);
  while (wall !== null && times.length < count) {
    times.push(wall);
    wall = cron.first(wall + 1, Infinity);
  }
  return times;
}

/** What stands where in the times of a line, in the order of their coming. */
function partsOf(line: string, from: number, part: (time: Date) => number): readonly number[] {
  return timesOf(line, from, 40).map((time) => part(new Date(time)));
}

const distinct = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);
const january = Date.UTC(2026, 0);

describe('a line of five fields', () => {
  it.each([
    ['5/15 * * * *', [5, 20, 35, 50]],
    ['*/25 * * * *', [0, 25, 50]],
    ['?/25 * * * *', [0, 25, 50]],
    ['10-14/2,12-13,59 * * * *', [10, 12, 13, 14, 59]],
    ['007 * * * *', [7]],
  ])('names the minutes of %s', (line, minutes) => {
    expect(distinct(partsOf(line, january, (time) => time.getUTCMinutes()))).toEqual(minutes);
  });

  it.each([
    ['0 0 * * 7', [0]],
    ['0 0 * * FRI-SUN', [0, 5, 6]],
    ['0 0 * * 5-7', [0, 5, 6]],
    ['0 0 * * sun-tue', [0, 1, 2]],
    ['0 0 * * Mon,wed', [1, 3]],
    ['0 0 * * 1/2', [1, 3, 5]],
    ['0 0 * * 7/2', [0, 2, 4, 6]],
    ['0 0 * * 3,07/3', [0, 3, 6]],
    ['0 0 * * 1-7/2', [0, 1, 3, 5]],
    ['0 0 * * sun/3', [0, 3, 6]],
    ['0 0 * * 0-7', [0, 1, 2, 3, 4, 5, 6]],
  ])('names the weekdays of %s', (line, weekdays) => {
    expect(distinct(partsOf(line, january, (time) => time.getUTCDay()))).toEqual(weekdays);
  });

  it.each([
    ['0 0 */10 * *', [1, 11, 21, 31]],
    ['0 0 30/1 * *', [30, 31]],
    ['0 0 7/20 * *', [7, 27]],
  ])('names the days of %s', (line, days) => {
    expect(distinct(partsOf(line, january, (time) => time.getUTCDate()))).toEqual(days);
  });

  it('names months by their words, also in ranges with a step', () => {
    const months = partsOf('0 0 1 JAN-dec/5,Feb *', january, (time) => time.getUTCMonth() + 1);

    expect(distinct(months)).toEqual([1, 2, 6, 11]);
  });

  it.each([
    // Of two restricted kinds of days either one is enough, and a step is a restriction.
    ['0 0 13 * FRI', ['01-09', '01-13', '01-16']],
    ['0 0 */15 * 1', ['01-05', '01-12', '01-16']],
    ['0 0 */1 * 1', ['01-03', '01-04', '01-05']],
    ['0 0 ? * 1', ['01-05', '01-12', '01-19']],
    ['0 0 * * 1', ['01-05', '01-12', '01-19']],
    ['0 0 13 * ?', ['01-13', '02-13', '03-13']],
    ['0 0 31 * *', ['01-31', '03-31', '05-31']],
    ['0 0 */25 * *', ['01-26', '02-01', '02-26']],
  ])('follows the rule of days: %s', (line, days) => {
    const found = timesOf(line, Date.UTC(2026, 0, 2, 0, 1), 3);

    expect(found.map((wall) => new Date(wall).toISOString().slice(5, 10))).toEqual(days);
  });

  it('names the first day of a month after a month that lacks the last step', () => {
    const found = timesOf('0 0 */5 * *', Date.UTC(2026, 1, 26), 3);

    expect(found).toEqual([Date.UTC(2026, 1, 26), Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 6)]);
  });

  it('begins with the minute that is asked for, and stops before the end', () => {
    const line = new CronLine('0 3 * * *');
    const three = Date.UTC(2026, 0, 1, 3);

    expect(line.first(three, three + 1)).toBe(three);
    expect(line.first(three, three)).toBeNull();
    expect(line.first(three + 1, three + 1000)).toBeNull();
    expect(line.first(three + 1, Infinity)).toBe(three + DAY_MS);
  });

  it.each([
    ['1899-12-31T23:59', '1904-02-29T00:00'],
    ['1969-12-31T23:59', '1972-02-29T00:00'],
    ['2096-03-01T00:00', '2104-02-29T00:00'],
    ['2999-12-31T23:59', '3004-02-29T00:00'],
    ['3028-03-01T00:00', '3032-02-29T00:00'],
  ])('is due on leap days after %s', (from, due) => {
    const [first = NaN] = timesOf('0 0 29 2 *', Date.parse(`${from}Z`), 1);

    expect(new Date(first).toISOString().slice(0, 16)).toBe(due);
  });

  it.each([
    ['0 * * * *', true],
    ['0 ? * * *', true],
    ['0 */1 * * *', true],
    ['0 0/1 * * 1', true],
    ['0 0-11,12-23 * * *', true],
    ['0 1-23 * * *', false],
    ['* */2 * * *', false],
  ])('knows whether it is due in every hour: %s', (line, elapsed) => {
    expect(new CronLine(line).isElapsed).toBe(elapsed);
  });

  const minutes = fc.nat(Date.UTC(3029, 0) / MINUTE_MS);
  const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 });

  it('names the times that a reader of its own finds in it, whatever the line', () => {
    fc.assert(
      fc.property(cronLine, minutes, places, (text, minute, within) => {
        const line = new CronLine(text);
        const other = readCronLine(text);
        const from = minute * MINUTE_MS;
        const next = line.first(from, Infinity);
        const end = next ?? from + 366 * DAY_MS;
        const before = within.map(
          (place) => minute + Math.floor((place * (end - from)) / MINUTE_MS),
        );

        expect(line.isElapsed).toBe(other.namesAllHours);
        expect(line.everFires).toBe(next !== null);
        if (next !== null) expect(other.matches(next / MINUTE_MS)).toBe(true);
        for (const one of before) {
          if (one * MINUTE_MS !== next) expect([one, other.matches(one)]).toEqual([one, false]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('names the same times in whatever order it is asked, and for ranges that end before', () => {
    const day = fc.nat(DAY_MS / MINUTE_MS);
    const asked = fc.array(fc.tuple(day, fc.oneof(day, fc.constant(Infinity))), { minLength: 2 });
    fc.assert(
      fc.property(cronLine, asked, (text, ranges) => {
        const line = new CronLine(text);
        for (const [from, length] of ranges) {
          const range = [
            january + from * MINUTE_MS,
            january + (from + length) * MINUTE_MS,
          ] as const;
          expect([range, line.first(...range)]).toEqual([
            range,
            new CronLine(text).first(...range),
          ]);
        }
      }),
    );
  });
});

describe('cronProblem', () => {
  it.each([
    ['60 * * * *', 'has the invalid minute `60`: use 0 to 59'],
    ['60/5 * * * *', 'has the invalid minute `60`: use 0 to 59'],
    ['* 0-24 * * *', 'has the invalid hour `24`: use 0 to 23'],
    ['* * 0 * *', 'has the invalid day `0`: use 1 to 31'],
    ['* * 35/14 * *', 'has the invalid day `35`: use 1 to 31'],
    ['* * * 13 *', 'has the invalid month `13`: use 1 to 12'],
    ['* * * * 8', 'has the invalid weekday `8`: use 0 to 7'],
    ['* * * * 8/2', 'has the invalid weekday `8`: use 0 to 7'],
    ['*/0 * * * *', 'has the invalid step `0` for its minute: use 1 to 60'],
    ['* * * * */8', 'has the invalid step `8` for its weekday: use 1 to 7'],
    ['5-1 * * * *', 'has the invalid range `5-1`: its end is before its start'],
    ['* * * * fri-mon', 'has the invalid range `fri-mon`: its end is before its start'],
    ...['a', '1,,2', '/5', '*-5', '1-2-3', '-1', '1.5', 'MON#2', 'L', '+1', 'jan', '*/2/3'].map(
      (minute) => [`${minute} * * * *`, `has the invalid field \`${minute}\``],
    ),
    // croner knows what these mean; the language does not.
    ...['L-2', 'WL', 'L5', '1,LL'].map((day) => [
      `0 0 ${day} * *`,
      `has the invalid field \`${day}\``,
    ]),
    ...['#2', 'L', '+1', 'monL'].map((weekday) => [
      `0 0 1 * ${weekday}`,
      `has the invalid field \`${weekday}\``,
    ]),
    ['0 0 * mon *', 'has the invalid field `mon`'],
    ['0 0 * janfeb *', 'has the invalid field `janfeb`'],
  ])('refuses %s', (line, problem) => {
    expect(cronProblem(line.split(' '))).toBe(problem);
  });

  it('finds nothing wrong with a sound line, and croner neither', () => {
    fc.assert(
      fc.property(cronLine, (line) => {
        expect(cronProblem(line.split(' '))).toBeNull();
        expect(() => new CronLine(line)).not.toThrow();
      }),
    );
  });
});
