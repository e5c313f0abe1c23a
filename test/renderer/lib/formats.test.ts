import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elapsedBetween, formatDuration, median } from '../../../renderer/lib/duration.ts';
import { encodeParams, paramFields, formatParams } from '../../../renderer/lib/params.ts';
import {
  formatCron,
  formatSchedules,
  scheduleZone,
} from '../../../renderer/lib/format-schedule.ts';
import { pastTime, relativeTime, withLocalTime } from '../../../renderer/lib/format-time.ts';

describe('a line with a time of UTC', () => {
  it('has that of the person in its place, as exact', () => {
    const local = withLocalTime('2026-07-19T23:30:00.120Z run started');

    expect(local).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:00\.120 run started$/);
    expect(new Date(local.slice(0, 23)).toISOString()).toBe('2026-07-19T23:30:00.120Z');
  });

  it.each([
    'run started at 2026-07-19T23:30:00.120Z.',
    '2026-07-19 23:30:00.120 run started',
    '2026-99-99T23:30:00.120Z run started',
    '',
  ])('is left alone where it does not begin with one: %s', (line) => {
    expect(withLocalTime(line)).toBe(line);
  });
});

describe('durations', () => {
  it.each([
    [0, '0s'],
    [180, '180ms'],
    [3_400, '3s'],
    [134_000, '2m 14s'],
    [3_599_600, '1h 00m'],
    [11_100_000, '3h 05m'],
    [187_200_000, '2d 4h'],
    [-5, '0s'],
  ])('says %d milliseconds as %s', (milliseconds, words) => {
    expect(formatDuration(milliseconds)).toBe(words);
  });

  it('never says more than two units', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (milliseconds) => {
        expect(formatDuration(milliseconds)).toMatch(/^\d+(?:ms|[smhd])(?: \d+[smh])?$/);
      }),
    );
  });

  it('counts up to now while there is no end', () => {
    expect(elapsedBetween('1970-01-01T00:00:01Z', '', 5000)).toBe(4000);
    expect(elapsedBetween('', '', 5000)).toBeUndefined();
  });

  it('takes the middle, which one slow run does not move', () => {
    expect(median([3, 1, 900])).toBe(3);
    expect(median([])).toBeUndefined();
  });
});

it('never says that something which happened is still to come', () => {
  const now = Date.parse('2026-11-19T12:00:00Z');
  expect(pastTime('2026-11-19T12:00:20Z', now)).toBe('just now');
  expect(pastTime('2026-11-19T11:48:00Z', now)).toBe('12m ago');
  expect(pastTime('', now)).toBe('');
});

describe('relative times', () => {
  const now = Date.parse('2026-11-19T12:00:00Z');
  it.each([
    ['2026-11-19T11:59:30Z', 'just now'],
    ['2026-11-19T12:00:20Z', 'in under 1m'],
    ['2026-11-19T11:48:00Z', '12m ago'],
    ['2026-11-19T11:00:10Z', '1\u00a0h ago'],
    ['2026-11-20T04:00:00Z', 'in 16\u00a0h'],
    ['2026-11-18T12:00:00Z', '1\u00a0day ago'],
    ['2026-11-25T12:00:00Z', 'in 6\u00a0days'],
    ['', ''],
  ])('says %s as "%s"', (timestamp, words) => {
    expect(relativeTime(timestamp, now)).toBe(words);
  });
});

describe('schedules', () => {
  it.each([
    ['* * * * *', 'every minute'],
    ['*/15 * * * *', 'every 15 min'],
    ['15 * * * *', 'hourly at :15'],
    ['0 */6 * * *', 'every 6 h'],
    ['30 2 * * *', 'daily at 02:30'],
    ['30 9 * * 1-5', 'weekdays at 09:30'],
    ['30 9 * * MON-FRI', 'weekdays at 09:30'],
    ['30 15 * * 3', 'Wednesdays at 15:30'],
    ['0 8 * * 1,4', 'Mon and Thu at 08:00'],
    ['0 8 * * 1-6', 'Mon to Sat at 08:00'],
    ['0 8 * * 1-4,6', 'Mon to Thu and Sat at 08:00'],
    ['0 8 * * 5-7', 'Fri to Sun at 08:00'],
    ['0 8 * * 1,2,4', 'Mon, Tue and Thu at 08:00'],
    ['0 12 * * 7', 'Sundays at 12:00'],
    ['0 9 * * 6,0', 'weekends at 09:00'],
    ['0 3 1 * *', 'on the 1st at 03:00'],
    ['0 3 22 * *', 'on the 22nd at 03:00'],
    ['*/10 * * * 1-5', 'every 10 min on weekdays'],
    ['@daily', 'daily at 00:00'],
    ['@Midnight', 'daily at 00:00'],
    ['@reboot', 'when the computer starts'],
    ['0 8 L * *', 'last day of the month at 08:00'],
    ['0 8 * * MON#1', '1st Monday of the month at 08:00'],
    ['0 8 * * 5L', 'last Friday of the month at 08:00'],
    ['0 8 * * 7#L', 'last Sunday of the month at 08:00'],
    ['CRON_TZ=Europe/Berlin 30 9 * * 1-5', 'weekdays at 09:30'],
  ])('says %s as "%s"', (expression, words) => {
    expect(formatCron(expression)).toBe(words);
  });

  it.each(['5 4 * 2 *', '1-5 * * * *', '0 0 12 * * 1', '7 */2 1 * *', 'nonsense'])(
    'leaves %s as it is written',
    (expression) => {
      expect(formatCron(expression)).toBe(expression);
    },
  );

  it('never fails, whatever is written', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof formatCron(text) === 'string'));
  });

  it('names the zone and joins several schedules', () => {
    expect(scheduleZone('CRON_TZ=Asia/Tokyo 0 1 * * *')).toBe('Asia/Tokyo');
    expect(formatSchedules([])).toBe('by hand');
    const berlin = { expression: 'CRON_TZ=Europe/Berlin 0 1 * * *' };
    const tokyo = { expression: 'CRON_TZ=Asia/Tokyo 0 2 * * 1' };
    const utc = { expression: '0 3 * * *' };
    expect(formatSchedules([berlin, tokyo], 'UTC')).toBe(
      'daily at 01:00 Europe/Berlin, Mondays at 02:00 Asia/Tokyo',
    );
    expect(formatSchedules([utc, tokyo], 'UTC')).toBe(
      'daily at 03:00, Mondays at 02:00 Asia/Tokyo',
    );
    expect(formatSchedules([berlin, berlin], 'UTC')).toBe(
      'daily at 01:00, daily at 01:00 Europe/Berlin',
    );
    expect(formatSchedules([berlin, tokyo], undefined)).toBe('daily at 01:00, Mondays at 02:00');
    expect(formatSchedules([berlin], 'Europe/Berlin')).toBe('daily at 01:00');
    expect(formatSchedules([{ expression: '0 1 * * *' }, { expression: '0 2 * * *' }])).toBe(
      'daily at 01:00, daily at 02:00',
    );
  });
});

describe('parameters', () => {
  const named = paramFields(['DATE=`date +%F`', 'REGION=all']);

  it('sends nothing when no parameter was changed, so that defaults are still worked out', () => {
    expect(encodeParams(named, ['`date +%F`', 'all'])).toBeUndefined();
  });

  it('sends only the named parameters that were changed', () => {
    expect(encodeParams(named, ['`date +%F`', 'eu'])).toBe('{"REGION":"eu"}');
  });

  it('sends all positional parameters once one has changed', () => {
    expect(encodeParams(paramFields(['one', 'two']), ['one', 'x y'])).toBe('["one","x y"]');
  });

  it('quotes values where both kinds are mixed', () => {
    expect(encodeParams(paramFields(['one', 'A=b']), ['say "hi"', 'c'])).toBe(
      String.raw`"say \"hi\"" A="c"`,
    );
  });

  it('shows the parameters of a run as they would be typed', () => {
    expect(formatParams('{"DATE":"2026-11-19","N":3}')).toBe('DATE=2026-11-19 N=3');
    expect(formatParams('["a","b"]')).toBe('a b');
    expect(formatParams('a b')).toBe('a b');
    expect(formatParams('{"A":"b c","D":"e","F":""}')).toBe('A="b c" D=e F=""');
    expect(formatParams('{"1":"b c","2":"d","A":"e"}')).toBe('"b c" d A=e');
    expect(formatParams('["a b","c"]')).toBe('"a b" c');
  });
});
