import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScheduleEntry } from '../../../engine/dag/definition.ts';
import { nextTimes, parseScheduleEntry } from '../../../engine/dag/schedule.ts';

function entry(expression: string): ScheduleEntry {
  const parsed = parseScheduleEntry(expression);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed;
}

function next(
  expressions: readonly string[],
  after: string,
  options: { count?: number; timezone?: string | null } = {},
) {
  const { count = 3, timezone = 'UTC' } = options;
  const times = nextTimes(expressions.map(entry), { after: new Date(after), count, timezone });
  return times.map((time) => time.toISOString().replace(':00.000Z', 'Z'));
}

describe('nextTimes', () => {
  it.each([
    ['*/15 8-18 * * 1-5', ['2026-01-02T18:45Z', '2026-01-05T08:00Z', '2026-01-05T08:15Z']],
    ['5/20 0 * * *', ['2026-01-03T00:05Z', '2026-01-03T00:25Z', '2026-01-03T00:45Z']],
    ['0 0 * * 7', ['2026-01-04T00:00Z', '2026-01-11T00:00Z', '2026-01-18T00:00Z']],
    ['0 0 * FEB mon,WED', ['2026-02-02T00:00Z', '2026-02-04T00:00Z', '2026-02-09T00:00Z']],
    ['0 0 13 * FRI', ['2026-01-09T00:00Z', '2026-01-13T00:00Z', '2026-01-16T00:00Z']],
    ['0 0 29 2 *', ['2028-02-29T00:00Z', '2032-02-29T00:00Z', '2036-02-29T00:00Z']],
  ])('reads %s', (expression, times) => {
    expect(next([expression], '2026-01-02T18:30:00Z')).toEqual(times);
  });

  it('excludes the time it starts after', () => {
    expect(next(['0 3 * * *'], '2026-01-01T03:00:00Z', { count: 1 })).toEqual([
      '2026-01-02T03:00Z',
    ]);
    expect(next(['0 3 * * *'], '2026-01-01T02:59:59.999Z', { count: 1 })).toEqual([
      '2026-01-01T03:00Z',
    ]);
  });

  it('joins entries in order and names a time once', () => {
    const expressions = ['0 6 * * *', '0 */3 * * *'];

    expect(next(expressions, '2026-01-01T02:00:00Z')).toEqual([
      '2026-01-01T03:00Z',
      '2026-01-01T06:00Z',
      '2026-01-01T09:00Z',
    ]);
  });

  it('follows the zone of an entry before that of the engine', () => {
    const expressions = ['CRON_TZ=Asia/Tokyo 0 9 * * *', '0 9 * * *'];

    expect(
      next(expressions, '2026-01-01T00:00:00Z', { timezone: 'Europe/Berlin', count: 2 }),
    ).toEqual(['2026-01-01T08:00Z', '2026-01-02T00:00Z']);
  });

  it('moves a time that summer time skips, and keeps the day', () => {
    const options = { timezone: 'Europe/Berlin' };

    expect(next(['30 2 * * *'], '2026-03-28T00:00:00Z', options)).toEqual([
      '2026-03-28T01:30Z',
      '2026-03-29T01:00Z',
      '2026-03-30T00:30Z',
    ]);
  });

  it('answers nothing for no entries', () => {
    expect(next([], '2026-01-01T00:00:00Z')).toEqual([]);
  });
});

describe('parseScheduleEntry', () => {
  it.each([
    ['5 4', /2 fields/],
    ['', /0 fields/],
    ['* * * * * *', /6 fields/],
    ['@daily', /not a short form/],
    ['@every 1h', /not a short form/],
    ['60 * * * *', /minute/],
    ['* * 0 * *', /day/],
    ['* * * 13 *', /month/],
    ['*/0 * * * *', /step/],
    ['5-1 * * * *', /larger/],
    ['a * * * *', /no cron field: `a`/],
    ['1,,2 * * * *', /no cron field/],
    ['/5 * * * *', /no cron field/],
    ['0 0 * * MON#2', /no cron field/],
    ['0 0 30 2 *', /never fires/],
    ['0 0 31 4,6,9,11 *', /never fires/],
    ['0 0 31 */2,feb ?', null],
    ['0 0 31 2/2 *', null],
    ['0 0 30 2/12 *', /never fires/],
    ['0 0 30-31 feb ?', /never fires/],
    ['0 0 30 2 1', null],
    ['0 0 29 2 *', null],
    ['CRON_TZ= * * * * *', /unknown time zone/],
    ['CRON_TZ=Mars/Olympus * * * * *', /unknown time zone `Mars\/Olympus`/],
    ['CRON_TZ=Europe/Berlin 5 4', /2 fields/],
    ['TZ=UTC * * * * *', /6 fields/],
  ])('judges %j', (expression, problem) => {
    const parsed = parseScheduleEntry(expression);

    if (problem === null) expect(parsed).toMatchObject({ expression });
    else expect('problem' in parsed && parsed.problem).toMatch(problem);
  });

  it('lets through only what has a next time', () => {
    const field = (max: number) =>
      fc.oneof(
        fc.constantFrom('*', '?'),
        fc.tuple(fc.nat(max), fc.nat(max), fc.nat(9)).map(([a, b, s]) => `${a}-${b}/${s}`),
        fc.nat(max).map(String),
      );
    const cron = fc.tuple(
      fc.constant('0'),
      fc.constant('0'),
      field(31),
      field(12),
      fc.constantFrom('*', '*', '3'),
    );

    fc.assert(
      fc.property(cron, (fields) => {
        const parsed = parseScheduleEntry(fields.join(' '));
        if ('problem' in parsed) return;
        expect(nextTimes([parsed], { after: new Date(0), count: 1, timezone: 'UTC' })).toHaveLength(
          1,
        );
      }),
      { numRuns: 300 },
    );
  });
});
