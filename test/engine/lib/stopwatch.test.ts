import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  msBetween,
  msUntilTime,
  usedBy,
  wallStopwatch,
  type Moment,
} from '../../../engine/lib/stopwatch.ts';

const DAY_MS = 86_400_000;

/** What clocks show some time after a beginning, when they were set by so much since. */
const momentAt = (elapsed: number, setBy = 0, bootId = 'one'): Moment => ({
  at: 1_800_000_000_000 + elapsed + setBy,
  elapsed: 5000 + elapsed,
  bootId,
});

const passed = fc.integer({ min: 0, max: 30 * DAY_MS });
const setting = fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS });

/** Something begins, ends, and is looked at; the clock is set in between, before or after the end. */
const story = fc
  .record({
    ends: fc.array(passed, { minLength: 2, maxLength: 2 }),
    setBy: setting,
    isSetBefore: fc.boolean(),
  })
  .map(({ ends, setBy, isSetBefore }) => {
    const [ended = 0, looked = 0] = ends.toSorted((one, other) => one - other);
    const time = momentAt(ended, isSetBefore ? setBy : 0).at;
    return { ended, time, begun: momentAt(0), now: momentAt(looked, setBy) };
  });

describe('what has passed', () => {
  it('does not depend on a clock that was set', () => {
    fc.assert(
      fc.property(passed, setting, (ms, setBy) => {
        expect(msBetween(momentAt(0), momentAt(ms, setBy))).toBe(ms);
      }),
    );
  });

  it('is what the clock on the wall says after a reboot, and never less than nothing', () => {
    expect(msBetween(momentAt(0), momentAt(DAY_MS, 0, 'two'))).toBe(DAY_MS);
    expect(msBetween(momentAt(0), momentAt(DAY_MS, -2 * DAY_MS, 'two'))).toBe(0);
    expect(usedBy(wallStopwatch(momentAt(0).at), momentAt(1000))).toBe(1000);
  });

  it('adds up', () => {
    const later = { ...momentAt(3000), usedMs: 500 };

    expect(usedBy(later, momentAt(4000, DAY_MS))).toBe(1500);
  });
});

describe('the time that a file tells', () => {
  it('is exact where nobody set the clock', () => {
    fc.assert(
      fc.property(passed, passed, (one, other) => {
        const now = momentAt(Math.max(one, other));
        const ended = Math.min(one, other);
        expect(msUntilTime(momentAt(0), momentAt(ended).at, now)).toBe(ended);
      }),
    );
  });

  it('never makes anything last longer than it did, whenever the clock was set', () => {
    fc.assert(
      fc.property(story, ({ ended, time, begun, now }) => {
        // Clocks that are set by less than two seconds are not told from those that are not.
        expect(msUntilTime(begun, time, now)).toBeLessThanOrEqual(ended + 2000);
      }),
    );
  });

  it('is found where only one of the settings can be meant', () => {
    const begun = momentAt(0);
    const now = momentAt(60_000, DAY_MS);

    expect(msUntilTime(begun, momentAt(4000).at, now)).toBe(4000);
    expect(msUntilTime(begun, momentAt(4000, DAY_MS).at, now)).toBe(4000);
    expect(msUntilTime(begun, momentAt(4000, 9 * DAY_MS).at, now)).toBe(0);
  });

  it('of a boot before is that of the wall', () => {
    const now = momentAt(60_000, 0, 'two');

    expect(msUntilTime(momentAt(0), momentAt(4000).at, now)).toBe(4000);
    expect(msUntilTime(momentAt(0), momentAt(-4000).at, now)).toBe(0);
  });
});
