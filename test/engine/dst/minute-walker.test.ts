import { describe, expect, it } from 'vitest';
import { readCronLine } from './cron-match.ts';
import { dueMinutes } from './minute-walker.ts';
import { transitionsOf } from './transitions.ts';
import { wallTimes } from './wall-times.ts';

const MINUTE_MS = 60_000;

/** The instants of a day or two, in UTC and without seconds. */
function due(timezone: string, cron: string, from: string, until: string): readonly string[] {
  const minute = (text: string): number => Date.parse(`${text}Z`) / MINUTE_MS;
  const times = wallTimes(timezone, minute(from) - 26 * 60, minute(until));
  return dueMinutes(readCronLine(cron), times)
    .filter((each) => each >= minute(from))
    .map((each) => new Date(each * MINUTE_MS).toISOString().slice(0, 16));
}

const NEW_YORK = 'America/New_York';
const spring = ['2026-03-08T05:00', '2026-03-09T03:59'] as const;
const autumn = ['2026-11-01T04:00', '2026-11-02T04:59'] as const;

/** Worked out by hand from the laws of these places. */
describe('the minute walker', () => {
  it('lets a wall time that does not exist be due at the first instant after the gap', () => {
    expect(due(NEW_YORK, '30 2 * * *', ...spring)).toEqual(['2026-03-08T07:00']);
  });

  it('lets several wall times of one gap, and one just behind it, be due once', () => {
    expect(due(NEW_YORK, '*/20 2,3 * * *', ...spring)).toEqual([
      '2026-03-08T07:00',
      '2026-03-08T07:20',
      '2026-03-08T07:40',
    ]);
  });

  it('lets a wall time that exists twice be due at the first', () => {
    expect(due(NEW_YORK, '30 1 * * *', ...autumn)).toEqual(['2026-11-01T05:30']);
    expect(due(NEW_YORK, '0 1-2 * * *', ...autumn)).toEqual([
      '2026-11-01T05:00',
      '2026-11-01T07:00',
    ]);
  });

  it('lets a line for all hours follow elapsed time, however it is written', () => {
    for (const hours of ['*', '0-23', '0-11,12-23', '*/1']) {
      expect(due(NEW_YORK, `30 ${hours} * * *`, ...autumn)).toHaveLength(25);
      expect(due(NEW_YORK, `30 ${hours} * * *`, ...spring)).toHaveLength(23);
    }
  });

  it('knows a gap of half an hour', () => {
    const day = ['2026-10-03T13:00', '2026-10-04T12:59'] as const;

    expect(due('Australia/Lord_Howe', '15 2 * * *', ...day)).toEqual(['2026-10-03T15:30']);
    expect(due('Australia/Lord_Howe', '45 2 * * *', ...day)).toEqual(['2026-10-03T15:45']);
  });

  it('knows a day that does not exist', () => {
    const days = ['2011-12-29T10:00', '2011-12-31T09:59'] as const;

    expect(due('Pacific/Apia', '0 9 30 12 *', ...days)).toEqual(['2011-12-30T10:00']);
    expect(due('Pacific/Apia', '0 9 * * *', ...days)).toEqual([
      '2011-12-29T19:00',
      '2011-12-30T10:00',
      '2011-12-30T19:00',
    ]);
  });

  it('knows a gap at midnight', () => {
    const day = ['2026-09-06T03:00', '2026-09-07T02:59'] as const;

    expect(due('America/Santiago', '0 0 * * *', ...day)).toEqual(['2026-09-06T04:00']);
    expect(due('America/Santiago', '59 23 * * *', ...day)).toEqual([
      '2026-09-06T03:59',
      '2026-09-07T02:59',
    ]);
  });

  it('knows a jump of two hours', () => {
    const forward = ['2026-03-28T12:00', '2026-03-29T12:00'] as const;
    const back = ['2026-10-24T12:00', '2026-10-25T12:00'] as const;

    expect(due('Antarctica/Troll', '30 1,2 * * *', ...forward)).toEqual(['2026-03-29T01:00']);
    expect(due('Antarctica/Troll', '30 1,2,3 * * *', ...back)).toEqual([
      '2026-10-24T23:30',
      '2026-10-25T00:30',
      '2026-10-25T03:30',
    ]);
  });

  it('takes one of two day fields as enough where both say something', () => {
    const week = ['2026-11-01T00:00', '2026-11-07T23:59'] as const;

    expect(due('UTC', '0 12 3 * 5', ...week)).toEqual(['2026-11-03T12:00', '2026-11-06T12:00']);
    expect(due('UTC', '0 12 * 11 sun', ...week)).toEqual(['2026-11-01T12:00']);
    expect(due('UTC', '0 12 * nov 7', ...week)).toEqual(['2026-11-01T12:00']);
    expect(due('UTC', '0 12 */5 * fri-sun', ...week)).toEqual([
      '2026-11-01T12:00',
      '2026-11-06T12:00',
      '2026-11-07T12:00',
    ]);
    expect(due('UTC', '0 12 */1 * 1', ...week)).toHaveLength(7);
    expect(due('UTC', '0 12 ? * 3/2', ...week)).toEqual(['2026-11-04T12:00', '2026-11-06T12:00']);
  });
});

/** Worked out by hand from the calendar. */
describe('the minute walker, of days by their place in the month', () => {
  const month = ['2026-11-01T00:00', '2026-11-30T23:59'] as const;
  const days = (cron: string, [from, until]: readonly [string, string] = month) =>
    due('UTC', cron, from, until).map((minute) => minute.slice(8, 10));

  it('takes L for the last day, LW for the last working day', () => {
    expect(days('0 12 L * *')).toEqual(['30']);
    expect(days('0 12 LW * *', ['2026-10-01T00:00', '2026-10-31T23:59'])).toEqual(['30']);
    expect(days('0 12 LW * *', ['2026-05-01T00:00', '2026-05-31T23:59'])).toEqual(['29']);
    expect(days('0 12 L * *', ['2028-02-01T00:00', '2028-02-29T23:59'])).toEqual(['29']);
  });

  it('takes W for the nearest working day within the month', () => {
    expect(days('0 12 15W * *')).toEqual(['16']);
    expect(days('0 12 14W * *')).toEqual(['13']);
    expect(days('0 12 11W * *')).toEqual(['11']);
    expect(days('0 12 1W * *', ['2026-08-01T00:00', '2026-08-31T23:59'])).toEqual(['03']);
    expect(days('0 12 31W * *', ['2026-05-01T00:00', '2026-05-31T23:59'])).toEqual(['29']);
    expect(days('0 12 31W * *')).toEqual([]);
  });

  it('takes # for one of the weekdays, and L for the last of them', () => {
    expect(days('0 12 * * MON#1')).toEqual(['02']);
    expect(days('0 12 * * 7#5')).toEqual(['29']);
    expect(days('0 12 * * MON-WED#2')).toEqual(['09', '10', '11']);
    expect(days('0 12 * * FRI#L,1L')).toEqual(['27', '30']);
    expect(days('0 12 L * MON#1')).toEqual(['02', '30']);
  });
});

describe('the search for transitions', () => {
  it('finds those of a zone to the minute', () => {
    const found = transitionsOf('Africa/Casablanca', 2024, 2024);

    // Summer time is left for Ramadan.
    expect(found.map(({ at, jump }) => [new Date(at).toISOString(), jump])).toEqual([
      ['2024-03-10T02:00:00.000Z', -60],
      ['2024-04-14T02:00:00.000Z', 60],
    ]);
  });

  it('finds the day that Samoa left out', () => {
    expect(transitionsOf('Pacific/Apia', 2011, 2011)).toContainEqual({
      timezone: 'Pacific/Apia',
      at: Date.UTC(2011, 11, 30, 10),
      jump: 1440,
    });
  });
});
