import { Cron } from 'croner';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isElapsed, readCronFields, type CronFields } from '../../../engine/dag/cron-fields.ts';
import { everMatches, firstMatch } from '../../../engine/dag/cron-matches.ts';
import { DAY_MS, MINUTE_MS } from '../../../engine/dag/wall-time.ts';
import { cronLine } from './schedule-entries.ts';

function fieldsOf(line: string): CronFields {
  const fields = readCronFields(line.split(' '));
  if ('problem' in fields) throw new Error(fields.problem);
  return fields;
}

const bitsOf = (set: number) =>
  Array.from({ length: 32 }, (_, n) => n).filter((n) => set & (1 << n));

function matchesOf(line: string, from: number, count: number): readonly number[] {
  const fields = fieldsOf(line);
  const matches: number[] = [];
  let wall = firstMatch(fields, from, Infinity);
  while (wall !== null && matches.length < count) {
    matches.push(wall);
    wall = firstMatch(fields, wall + 1, Infinity);
  }
  return matches;
}

describe('readCronFields', () => {
  it.each([
    ['5/15 * * * *', [5, 20, 35, 50]],
    ['*/25 * * * *', [0, 25, 50]],
    ['?/25 * * * *', [0, 25, 50]],
    ['10-14/2,12-13,59 * * * *', [10, 12, 13, 14, 59]],
    ['007 * * * *', [7]],
  ])('reads the minutes of %s', (line, minutes) => {
    expect(fieldsOf(line).minutes).toEqual(minutes);
  });

  it.each([
    ['0 0 * * 7', [0]],
    ['0 0 * * FRI-SUN', [0, 5, 6]],
    ['0 0 * * 5-7', [0, 5, 6]],
    ['0 0 * * sun-tue', [0, 1, 2]],
    ['0 0 * * Mon,wed', [1, 3]],
    ['0 0 * * 1/2', [1, 3, 5]],
    ['0 0 * * 7/2', [0, 2, 4, 6]],
    ['0 0 * * sun/3', [0, 3, 6]],
    ['0 0 * * 0-7', [0, 1, 2, 3, 4, 5, 6]],
  ])('reads the weekdays of %s', (line, weekdays) => {
    expect(bitsOf(fieldsOf(line).weekdays)).toEqual(weekdays);
  });

  it.each([
    ['0 0 */10 * *', [1, 11, 21, 31]],
    ['0 0 30/1 * *', [30, 31]],
  ])('reads the days of %s', (line, days) => {
    expect(bitsOf(fieldsOf(line).days)).toEqual(days);
  });

  it('reads the names of months, also in ranges with a step', () => {
    expect(bitsOf(fieldsOf('0 0 1 JAN-dec/5,Feb *').months)).toEqual([1, 2, 6, 11]);
  });

  it.each([
    ['60 * * * *', 'has the minute `60`, where 0 to 59 are possible'],
    ['60/5 * * * *', 'has the minute `60`, where 0 to 59 are possible'],
    ['* 0-24 * * *', 'has the hour `24`, where 0 to 23 are possible'],
    ['* * 0 * *', 'has the day `0`, where 1 to 31 are possible'],
    ['* * * 13 *', 'has the month `13`, where 1 to 12 are possible'],
    ['* * * * 8', 'has the weekday `8`, where 0 to 7 are possible'],
    ['*/0 * * * *', 'has the step `0` for its minute, where 1 to 60 are possible'],
    ['* * * * */8', 'has the step `8` for its weekday, where 1 to 7 are possible'],
    ['5-1 * * * *', 'has the range `5-1`, which ends before it begins'],
    ['* * * * fri-mon', 'has the range `fri-mon`, which ends before it begins'],
    ...['a', '1,,2', '/5', '*-5', '1-2-3', '-1', '1.5', 'MON#2', 'L', '+1', 'jan', '*/2/3'].map(
      (minute) => [`${minute} * * * *`, `has a field that is no cron field: \`${minute}\``],
    ),
    ['0 0 * mon *', 'has a field that is no cron field: `mon`'],
    ['0 0 * janfeb *', 'has a field that is no cron field: `janfeb`'],
  ])('refuses %s', (line, problem) => {
    expect(readCronFields(line.split(' '))).toEqual({ problem });
  });

  it.each([
    ['0 * * * *', true],
    ['0 ? * * *', true],
    ['0 */1 * * *', true],
    ['0 0/1 * * 1', true],
    ['0 0-11,12-23 * * *', true],
    ['0 1-23 * * *', false],
    ['* */2 * * *', false],
  ])('knows whether %s is due in every hour', (line, elapsed) => {
    expect(isElapsed(fieldsOf(line))).toBe(elapsed);
  });
});

describe('the times that match', () => {
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
  ])('follow the rule of days: %s', (line, days) => {
    const found = matchesOf(line, Date.UTC(2026, 0, 2, 0, 1), 3);

    expect(found.map((wall) => new Date(wall).toISOString().slice(5, 10))).toEqual(days);
  });

  it('begin with the minute that is asked for, and stop before the end', () => {
    const fields = fieldsOf('0 3 * * *');
    const three = Date.UTC(2026, 0, 1, 3);

    expect(firstMatch(fields, three, three + 1)).toBe(three);
    expect(firstMatch(fields, three, three)).toBeNull();
    expect(firstMatch(fields, three + 1, three + 1000)).toBeNull();
  });

  // Its `match`, not its `nextRun`: that leaves out the 1st of March after a 26th of February in `0 0 */5 * *`.
  it('are those of another implementation, whatever the line', () => {
    const within = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 });
    fc.assert(
      fc.property(cronLine, fc.nat(35_000_000), within, (line, minutes, places) => {
        const fields = fieldsOf(line);
        const cron = new Cron(line, { mode: '5-part', sloppyRanges: true, utcOffset: 0 });
        const from = minutes * MINUTE_MS;
        const next = everMatches(fields) ? firstMatch(fields, from, Infinity) : null;
        const end = next ?? from + 366 * DAY_MS;
        const before = places.map((place) => Math.floor((from + place * (end - from)) / MINUTE_MS));

        if (next !== null) expect(cron.match(new Date(next))).toBe(true);
        for (const minute of before) {
          const wall = minute * MINUTE_MS;
          if (wall !== next) expect([wall, cron.match(new Date(wall))]).toEqual([wall, false]);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
