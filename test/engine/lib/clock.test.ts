import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from '../../../engine/lib/clock.ts';

/** All that a date can be, and times that are near each other, as those of lists are. */
const times = fc.oneof(
  fc.integer({ min: -8.64e15, max: 8.64e15 }),
  fc.integer({ min: -120_000, max: 120_000 }),
  fc.double({ min: 1.7e12, max: 1.7e12 + 120_000, noNaN: true }),
);

test('writes a time as ISO 8601 in UTC with milliseconds, whatever was written before it', () => {
  fc.assert(
    fc.property(fc.array(times), (all) => {
      const whole = all.map(Math.floor);
      expect(all.map(isoTime)).toEqual(whole.map((time) => new Date(time).toISOString()));
    }),
    { examples: [[[8.64e15, -8.64e15, 0, 59_999, 60_000, -1]]] },
  );
});

test('writes nothing for a time that does not apply', () => {
  expect(isoTime(null)).toBe('');
});

test('refuses a number that is no time, and writes the next one all the same', () => {
  expect(isoTime(0)).toBe('1970-01-01T00:00:00.000Z');
  expect(() => isoTime(NaN)).toThrow(RangeError);
  expect(() => isoTime(8.65e15)).toThrow(RangeError);
  expect(isoTime(1)).toBe('1970-01-01T00:00:00.001Z');
});
