import { describe, expect, it } from 'vitest';
import { readStartTime } from '../../../engine/dag/start-time.ts';

const read = (text: string, now = '2026-11-28T12:00:00Z', timezone = 'Europe/Berlin') => {
  const time = readStartTime(text, { now: Date.parse(now), timezone });
  return 'at' in time ? new Date(time.at).toISOString().replace('.000', '') : time.problem;
};

describe('the time at which a run is to start', () => {
  it.each([
    ['18:00', '2026-11-28T17:00:00Z'],
    ['9:05', '2026-11-29T08:05:00Z'],
    ['13:00', '2026-11-29T12:00:00Z'],
    ['2026-12-24T18:00', '2026-12-24T17:00:00Z'],
    ['2026-12-24 18:00:30', '2026-12-24T17:00:30Z'],
    ['2027-07-01T18:00', '2027-07-01T16:00:00Z'],
    ['2028-02-29T00:00', '2028-02-28T23:00:00Z'],
    ['2026-12-24T18:00Z', '2026-12-24T18:00:00Z'],
    ['2026-12-24T18:00:00.500+02:00', '2026-12-24T16:00:00.500Z'],
  ])('%s is %s', (text, at) => {
    expect(read(text)).toBe(at);
  });

  it('is the first moment after a gap of the clocks, and the first of two', () => {
    expect(read('02:30', '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00Z');
    expect(read('2026-10-25T02:30', '2026-10-01T00:00:00Z')).toBe('2026-10-25T00:30:00Z');
  });

  it('is not in the past', () => {
    expect(read('2026-11-28T12:59')).toBe('is in the past');
    expect(read('2026-11-28T12:00Z')).toBe('is in the past');
  });

  it.each([
    '',
    'soon',
    '24:00',
    '18',
    '18:60',
    '2026-13-01T10:00',
    '2026-04-31T10:00',
    '2026-11-29',
  ])('is not %j', (text) => {
    expect(read(text)).toMatch(/^must be a time such as/);
  });
});
