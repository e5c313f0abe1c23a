import { describe, expect, it } from 'vitest';
import { createAfter, TRUSTED_MS } from '../../../engine/platform/long-timer.ts';
import { manualClock } from '../api/manual-clock.ts';

/** Timers of a machine that can be put to sleep: they stand still then. */
function aMachine() {
  const awake = manualClock();
  let slept = 0;
  return {
    work: awake.advance,
    sleep: (ms: number) => (slept += ms),
    pending: awake.pending,
    after: createAfter({ elapsed: () => awake.elapsed() + slept, timer: awake.after }),
  };
}

const YEAR_MS = 365 * 86_400_000;

describe('a timer', () => {
  it.each([1, TRUSTED_MS, TRUSTED_MS + 1, YEAR_MS])('goes off once, after %i ms', (delayMs) => {
    const { after, work, pending } = aMachine();
    const rings: string[] = [];

    after(delayMs, () => rings.push('ring'));
    work(delayMs - 1);
    expect(rings).toEqual([]);
    work(1);

    expect(rings).toEqual(['ring']);
    expect(pending()).toBe(0);
  });

  it('counts the sleep of the machine, and is at most a minute late after it', () => {
    const { after, work, sleep } = aMachine();
    const rings: string[] = [];
    after(3_600_000, () => rings.push('ring'));

    sleep(3_599_000);
    expect(rings).toEqual([]);
    work(TRUSTED_MS + 1);

    expect(rings).toEqual(['ring']);
  });

  it('never goes off before its clock says so, though that of the system is early', () => {
    const machine = manualClock();
    const early = (delayMs: number, ring: () => void): (() => void) =>
      machine.after(Math.max(1, delayMs - 5), ring);
    const after = createAfter({ elapsed: machine.elapsed, timer: early });
    const rings: string[] = [];
    after(2000, () => rings.push('ring'));

    machine.advance(1999);
    expect(rings).toEqual([]);
    machine.advance(1);

    expect(rings).toEqual(['ring']);
  });

  it('can be cancelled at any time, and twice', () => {
    const { after, work, pending } = aMachine();
    const rings: string[] = [];
    const cancel = after(3 * TRUSTED_MS, () => rings.push('ring'));

    work(2 * TRUSTED_MS + 1);
    cancel();
    cancel();
    work(3 * TRUSTED_MS);

    expect(rings).toEqual([]);
    expect(pending()).toBe(0);
  });
});
