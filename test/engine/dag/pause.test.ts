import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pause } from '../../../engine/dag/definition.ts';
import { pauseMs } from '../../../engine/dag/pause.ts';

const pauses = (pause: Pause, count: number) =>
  Array.from({ length: count }, (_, n) => pauseMs(pause, n));
const hundredYears = 3_153_600_000_000;

describe('a pause', () => {
  it.each<{ pause: Pause; ms: number[] }>([
    { pause: { intervalSec: 1, backoff: 2, maxIntervalSec: 0 }, ms: [1000, 2000, 4000, 8000] },
    { pause: { intervalSec: 5, backoff: 1, maxIntervalSec: 0 }, ms: [5000, 5000, 5000] },
    { pause: { intervalSec: 2, backoff: 3, maxIntervalSec: 10 }, ms: [2000, 6000, 10_000, 10_000] },
    { pause: { intervalSec: 20, backoff: 2, maxIntervalSec: 10 }, ms: [10_000, 10_000] },
    { pause: { intervalSec: 1, backoff: 1.1, maxIntervalSec: 0 }, ms: [1000, 1100, 1210, 1331] },
    { pause: { intervalSec: 0, backoff: 2, maxIntervalSec: 60 }, ms: [0, 0, 0] },
  ])('of $pause takes $ms', ({ pause, ms }) => {
    expect(pauses(pause, ms.length)).toEqual(ms);
  });

  it('has an end, however often it grew', () => {
    expect(pauseMs({ intervalSec: 1, backoff: 2, maxIntervalSec: 0 }, 100_000)).toBe(hundredYears);
    expect(pauseMs({ intervalSec: 0, backoff: 2, maxIntervalSec: 0 }, 100_000)).toBe(0);
  });

  it('is a whole number that never shrinks, and that a date can hold', () => {
    const seconds = fc.oneof(fc.nat(100), fc.maxSafeNat());
    const pause = fc.record({
      intervalSec: seconds,
      backoff: fc.double({ min: 1, max: 1e9, noNaN: true }),
      maxIntervalSec: seconds,
    });
    fc.assert(
      fc.property(pause, fc.nat(5000), (given, n) => {
        const ms = pauseMs(given, n);

        expect(Number.isSafeInteger(ms)).toBe(true);
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThanOrEqual(hundredYears);
        expect(pauseMs(given, n + 1)).toBeGreaterThanOrEqual(ms);
        if (given.maxIntervalSec > 0) expect(ms).toBeLessThanOrEqual(given.maxIntervalSec * 1000);
      }),
    );
  });
});
