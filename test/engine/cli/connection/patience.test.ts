import { describe, expect, it } from 'vitest';
import { Patience } from '../../../../engine/cli/connection/patience.ts';
import type { Clock } from '../../../../engine/lib/clock.ts';
import { HomeInUse } from '../../../../engine/lib/start-error.ts';

/** A clock by which a pause takes as long as it says, and no time at all. */
function aQuickClock(): Clock & { readonly pass: (ms: number) => void } {
  let elapsed = 0;
  return {
    now: () => elapsed,
    elapsed: () => elapsed,
    slept: () => 0,
    after: (delayMs, callback) => {
      elapsed += delayMs;
      callback();
      return () => undefined;
    },
    pass: (ms) => void (elapsed += ms),
  };
}

const heldBy = (pid: number | null, isByCommand = true): HomeInUse =>
  new HomeInUse(`held by ${pid}`, { pid, isByCommand, cause: undefined });

describe('the patience of a command that wants a home', () => {
  it('waits for a command that has it, and ends after 15 seconds', async () => {
    const clock = aQuickClock();
    const patience = new Patience(clock);

    await patience.after(heldBy(1));
    clock.pass(14_900);
    await patience.after(heldBy(1));
    clock.pass(100);

    await expect(patience.after(heldBy(1))).rejects.toThrow('held by 1');
    expect(patience.isOver).toBe(true);
  });

  it('begins anew with each process that has it', async () => {
    const clock = aQuickClock();
    const patience = new Patience(clock);

    for (const pid of [1, 2, 3]) {
      clock.pass(14_000);
      await patience.after(heldBy(pid));
    }

    expect(clock.elapsed()).toBeGreaterThan(42_000);
  });

  it('has none for an engine that stays, unless that is about to end', async () => {
    const patience = new Patience(aQuickClock());

    await expect(patience.after(heldBy(1, false))).rejects.toThrow('held by 1');
    await patience.after(heldBy(1, false), { andServices: true });
  });

  it('has none for whatever else is wrong', async () => {
    const patience = new Patience(aQuickClock());

    await expect(patience.after(new Error('no disk'), { andServices: true })).rejects.toThrow(
      'no disk',
    );
  });
});
