import { describe, expect, it, onTestFinished } from 'vitest';
import {
  durationOption,
  momentOption,
  timeOption,
} from '../../../engine/cli/commands/time-options.ts';

const local = (...parts: readonly number[]) => new Date(...(parts as [number, number])).getTime();

describe('timeOption', () => {
  it('takes a date for the whole day of this machine', () => {
    expect(timeOption('2026-02-28')).toEqual({
      first: local(2026, 1, 28),
      last: local(2026, 2, 1) - 1,
    });
  });

  it.each([
    ['2026-02-03T10:00', local(2026, 1, 3, 10)],
    ['2026-02-03 10:00:30', local(2026, 1, 3, 10, 0, 30)],
    ['2026-02-03T10:00Z', Date.UTC(2026, 1, 3, 10)],
    ['2026-02-03T10:00+02:00', Date.UTC(2026, 1, 3, 8)],
  ])('reads %s as one moment', (text, moment) => {
    expect(timeOption(text)).toEqual({ first: moment, last: moment });
  });

  it('takes the zone that holds when it is asked', () => {
    const before = process.env['TZ'];
    onTestFinished(() => {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    });
    const day = timeOption('2026-02-03');
    const at = momentOption('10:30');

    process.env['TZ'] = 'Asia/Tokyo';

    expect(day.first).toBe(Date.UTC(2026, 1, 2, 15));
    expect(at(Date.UTC(2026, 1, 3))).toBe(Date.UTC(2026, 1, 3, 1, 30));
  });

  it.each([
    '',
    'today',
    '2026-2-3',
    '2026-02-30',
    '2026-13-01',
    '2026-02-03T25:00',
    '2026-02-03T1',
  ])('refuses %j', (text) => {
    expect(() => timeOption(text)).toThrow('Use a time');
  });
});

describe('durationOption', () => {
  it('reads a duration, and refuses what is none', () => {
    expect(durationOption('2h')).toBe(7_200_000);
    expect(() => durationOption('0s')).toThrow('Use a duration');
    expect(() => durationOption('soon')).toThrow('Use a duration');
  });
});
