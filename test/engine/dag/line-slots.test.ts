import { describe, expect, it } from 'vitest';
import { CronLine } from '../../../engine/dag/cron-line.ts';
import { lineSlots } from '../../../engine/dag/line-slots.ts';
import { minuteText } from './schedule-entries.ts';

const HOUR_MS = 3_600_000;

/** A zone whose clocks are set at these times (`from`) to these hours ahead of UTC. */
function zoneOf(...changes: readonly (readonly [from: string, hours: number])[]) {
  const starts = changes.map(([from]) => Date.parse(from));
  const stretches = changes.map(([, hours], index) => ({
    from: starts[index] ?? -Infinity,
    to: starts[index + 1] ?? Date.parse('2099-01-01T00:00Z'),
    offset: hours * HOUR_MS,
  }));
  return {
    stretchAt: (instant: number) => {
      const found = stretches.find(({ to }) => instant < to);
      return found ?? { from: instant, to: Infinity, offset: 0 };
    },
  };
}

function slots(line: string, zone: ReturnType<typeof zoneOf>, [after, until]: [string, string]) {
  const range = { after: Date.parse(after), until: Date.parse(until) };
  return [...lineSlots(new CronLine(line), zone, range)].map(
    ({ at, rule }) => `${minuteText(at)} ${rule}`,
  );
}

const start = ['2000-01-01T00:00Z', 2] as const;

describe('the slots of a line', () => {
  it('come once, although the clock is set back twice within the hour that it repeats', () => {
    const zone = zoneOf(start, ['2030-06-01T12:00Z', 1], ['2030-06-01T12:30Z', 0]);

    expect(slots('15 12-14 * * *', zone, ['2030-06-01T08:00Z', '2030-06-02T08:00Z'])).toEqual([
      '2030-06-01T10:15Z none',
      '2030-06-01T11:15Z overlap',
      '2030-06-01T14:15Z none',
    ]);
  });

  it('come once, although a year of the zone data ends within the hour that is repeated', () => {
    const zone = zoneOf(start, ['2030-12-31T23:30Z', 1], ['2031-01-01T00:00Z', 1]);

    expect(slots('15 0-1 * * *', zone, ['2030-12-31T12:00Z', '2031-01-01T12:00Z'])).toEqual([
      '2030-12-31T22:15Z none',
      '2030-12-31T23:15Z overlap',
    ]);
  });

  it('come once after a day that comes twice', () => {
    const zone = zoneOf(start, ['2030-06-02T22:00Z', -22]);

    expect(slots('0 6 * * *', zone, ['2030-06-01T12:00Z', '2030-06-05T12:00Z'])).toEqual([
      '2030-06-02T04:00Z overlap',
      '2030-06-04T04:00Z none',
      '2030-06-05T04:00Z none',
    ]);
    expect(slots('0 6 * * *', zone, ['2030-06-03T03:00Z', '2030-06-04T03:00Z'])).toEqual([]);
  });

  it('are made up for once, where two gaps follow each other', () => {
    const zone = zoneOf(start, ['2030-06-01T12:00Z', 3], ['2030-06-01T12:30Z', 4]);

    expect(slots('10,40 14-16 * * *', zone, ['2030-06-01T08:00Z', '2030-06-01T14:00Z'])).toEqual([
      '2030-06-01T12:00Z gap',
      '2030-06-01T12:10Z none',
      '2030-06-01T12:30Z gap',
      '2030-06-01T12:40Z none',
    ]);
  });

  it('leave out what lies before or after the time that is asked for, that of a gap too', () => {
    const zone = zoneOf(start, ['2030-06-01T12:00Z', 3]);
    const line = '30 14 * * *';

    expect(slots(line, zone, ['2030-06-01T11:59Z', '2030-06-01T12:00Z'])).toEqual([
      '2030-06-01T12:00Z gap',
    ]);
    expect(slots(line, zone, ['2030-06-01T12:00Z', '2030-06-01T20:00Z'])).toEqual([]);
    expect(slots(line, zone, ['2030-06-01T10:00Z', '2030-06-01T11:59Z'])).toEqual([]);
  });

  it('name the first time after a gap only where it is the first', () => {
    const zone = zoneOf(start, ['2030-06-01T12:00Z', 3]);
    const hourly = (after: string) => slots('30 * * * *', zone, [after, '2030-06-01T13:59Z']);

    expect(hourly('2030-06-01T12:00Z')).toEqual([
      '2030-06-01T12:30Z elapsed',
      '2030-06-01T13:30Z none',
    ]);
    expect(hourly('2030-06-01T12:30Z')).toEqual(['2030-06-01T13:30Z none']);
  });
});
