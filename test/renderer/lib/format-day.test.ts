import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatDay,
  momentIn,
  formatDayRange,
  formatSlotTimes,
  timeIn,
  timeOfDayIn,
  zonePlace,
} from '../../../renderer/lib/format-day.ts';
import { formatSize } from '../../../renderer/lib/format-size.ts';
import {
  addDays,
  dateIn,
  isDate,
  mondayOf,
  startOfDay,
  wallTime,
  weekNumber,
} from '../../../renderer/lib/zone-time.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
const aDate = fc.integer({ min: 0, max: 13_000 }).map((days) => addDays('2002-01-01', days));

describe('the next slots', () => {
  const now = Date.parse('2026-11-26T16:00:00Z');
  const slotsIn = (zone: string, ...times: string[]) =>
    formatSlotTimes(
      times.map((time) => ({ time: `${time}:00Z`, zone })),
      now,
    );

  it('are said on the days and clocks of their zone, those at the same time by their day', () => {
    const times = ['2026-11-27T04:30', '2026-11-30T04:30', '2026-12-01T05:00'];
    expect(slotsIn('UTC', ...times)).toEqual(['tomorrow 04:30', 'Mon 30', 'Tue 1 05:00']);
    expect(slotsIn('America/New_York', ...times)).toEqual(['today 23:30', 'Sun 29', 'Tue 1 00:00']);
  });

  it('are said with their time where two are on one day', () => {
    expect(slotsIn('UTC', '2026-11-26T17:00', '2026-11-26T17:00')).toEqual([
      'today 17:00',
      'today 17:00',
    ]);
  });
});

describe('the days of a zone', () => {
  it('begin with their first second', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), aDate, (zone, date) => {
        const start = startOfDay(zone, date);

        expect(dateIn(zone, start)).toBe(date);
        expect(dateIn(zone, start - 1000)).toBe(addDays(date, -1));
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    // Clocks go forward at midnight there, so that day begins at one.
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-19', '2026-11-18T18:15:00.000Z'],
  ])('in %s %s begins at %s', (zone, date, start) => {
    expect(new Date(startOfDay(zone, date)).toISOString()).toBe(start);
  });

  it('say what the clock on the wall says', () => {
    const time = Date.parse('2026-07-01T22:30:00Z');
    expect(wallTime('Europe/Berlin', time)).toEqual({ date: '2026-07-02', minute: 30 });
    expect(wallTime('UTC', time)).toEqual({ date: '2026-07-01', minute: 22 * 60 + 30 });
  });
});

describe('weeks', () => {
  it.each([
    ['2026-11-19', '2026-11-16', 47],
    ['2026-11-22', '2026-11-16', 47],
    ['2027-01-03', '2026-12-28', 53],
    ['2020-01-01', '2019-12-30', 1],
    ['2024-12-30', '2024-12-30', 1],
  ])('hold %s from %s on, as number %i', (date, monday, number) => {
    expect(mondayOf(date)).toBe(monday);
    expect(weekNumber(date)).toBe(number);
  });

  it.each([
    ['2026-11-16', 7, '16 – 22 November 2026, week 47'],
    ['2026-11-30', 7, '30 November – 6 December 2026, week 49'],
    ['2026-12-28', 7, '28 December 2026 – 3 January 2027, week 53'],
    ['2026-11-18', 3, '18 – 20 November 2026'],
  ])('from %s over %i days are called %s', (first, count, words) => {
    expect(formatDayRange(first, count)).toBe(words);
  });
});

describe('a date of an address', () => {
  it.each([
    ['2026-11-19', true],
    ['2026-02-29', false],
    ['2026-1-9', false],
    ['', false],
    ['today', false],
  ])('%s: %s', (text, isOne) => {
    expect(isDate(text)).toBe(isOne);
  });
});

describe('times in a zone', () => {
  const night = '2026-11-18T01:30:00.000Z';

  it('have minutes, and seconds where they count', () => {
    expect(timeIn('Europe/Berlin', night)).toBe('02:30');
    expect(timeIn('Europe/Berlin', night, 'second')).toBe('02:30:00');
    expect(timeIn('Europe/Berlin', '')).toBe('');
  });

  it('name their day when it is another than the one that is meant', () => {
    expect(momentIn('Europe/Berlin', night)).toBe('Wed 18 November 02:30');
    expect(timeOfDayIn('Europe/Berlin', night, '2026-11-18')).toBe('02:30:00');
    expect(timeOfDayIn('America/New_York', night, '2026-11-18')).toBe('Tue 17 November 20:30:00');
  });

  it('call a day and a zone by short names', () => {
    expect(formatDay('2026-03-29')).toBe('Sun 29 March');
    expect(zonePlace('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
    expect(zonePlace('UTC')).toBe('UTC');
  });
});

describe('sizes', () => {
  it.each([
    [0, '0 bytes'],
    [812, '812 bytes'],
    [4301, '4.2 KB'],
    [432_013_312, '412 MB'],
    [1_073_741_824, '1.0 GB'],
    [1_048_000, '1.0 MB'],
  ])('of %i bytes are %s', (bytes, words) => {
    expect(formatSize(bytes)).toBe(words);
  });

  it('never have more than three figures and a dot', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 15 }), (bytes) => {
        expect(formatSize(bytes)).toMatch(/^(?:\d{1,4} bytes|\d\.\d [KMGT]B|\d{2,3} [KMGT]B)$/);
      }),
    );
  });
});
