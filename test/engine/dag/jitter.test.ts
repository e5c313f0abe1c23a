import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextStart, startOf } from '../../../engine/dag/jitter.ts';
import { entry } from './schedule-entries.ts';

const MINUTE = 60_000;
const at = Date.parse('2026-03-10T11:00:00Z');

const anyJitter = fc.record({
  dagName: fc.string(),
  jitterSec: fc.integer({ min: 1, max: 86_400 }),
});
const anyTime = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1000);

describe('the start of a slot under jitter_sec', () => {
  it('is at its time or less than jitter_sec later, and always the same', () => {
    fc.assert(
      fc.property(anyTime, anyJitter, (time, jitter) => {
        const start = startOf(time, jitter);

        expect(start).toBeGreaterThanOrEqual(time);
        expect(start).toBeLessThan(time + jitter.jitterSec * 1000);
        expect(startOf(time, { ...jitter })).toBe(start);
      }),
    );
  });

  // Another hash would move every start with an update of the app.
  it.each([
    ['etl', 900, 328_856],
    ['backup', 900, 32_705],
    ['etl', 3600, 1_228_856],
  ])('is that of the SHA-256 of name and slot: %s, %i s', (dagName, jitterSec, byMs) => {
    expect(startOf(at, { dagName, jitterSec }) - at).toBe(byMs);
  });

  it('is at its time without jitter_sec', () => {
    expect(startOf(at, { dagName: 'etl', jitterSec: 0 })).toBe(at);
  });

  it('is spread over the whole range, for DAGs of one minute and for minutes of one DAG', () => {
    const jitterSec = 10;
    const names = Array.from({ length: 1000 }, (_, index) => `dag-${index}`);
    const ofDags = names.map((dagName) => startOf(at, { dagName, jitterSec }) - at);
    const ofMinutes = names.map((_, index) => {
      const time = at + index * MINUTE;
      return startOf(time, { dagName: 'etl', jitterSec }) - time;
    });

    for (const offsets of [ofDags, ofMinutes]) {
      const inSecond = (second: number) =>
        offsets.filter((offset) => Math.floor(offset / 1000) === second).length;
      const counts = Array.from({ length: jitterSec }, (_, second) => inSecond(second));
      expect(Math.min(...counts)).toBeGreaterThan(60);
      expect(Math.max(...counts)).toBeLessThan(140);
    }
  });
});

describe('the next start under jitter_sec', () => {
  it('is the soonest of all slots to come, also where a later one starts before an earlier one', () => {
    fc.assert(
      fc.property(anyTime, anyJitter, (after, jitter) => {
        const slots = Array.from({ length: 1500 }, (_, index) => {
          const first = Math.floor(after / MINUTE + 1) * MINUTE;
          return startOf(first + index * MINUTE, jitter);
        });

        const found = nextStart([entry('* * * * *')], { after, timezone: 'UTC', jitter });

        expect(found).toBe(Math.min(...slots));
      }),
      { numRuns: 30 },
    );
  });
});
