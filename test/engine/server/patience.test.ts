import { describe, expect, it } from 'vitest';
import { noAnswer } from '../../../engine/cli/connection/no-answer.ts';
import { Patience } from '../../../engine/server/patience.ts';
import type { Clock } from '../../../engine/lib/clock.ts';
import { HomeInUse } from '../../../engine/lib/start-error.ts';

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
    const patience = new Patience(clock, { noAnswer: null });

    await patience.after(heldBy(1));
    clock.pass(14_900);
    await patience.after(heldBy(1));
    clock.pass(100);

    await expect(patience.after(heldBy(1))).rejects.toThrow('held by 1');
    expect(patience.isOver).toBe(true);
  });

  it('begins anew with each process that has it', async () => {
    const clock = aQuickClock();
    const patience = new Patience(clock, { noAnswer: null });

    for (const pid of [1, 2, 3]) {
      clock.pass(14_000);
      await patience.after(heldBy(pid));
    }

    expect(clock.elapsed()).toBeGreaterThan(42_000);
  });

  it('is for an engine that stays only where that is to be asked', async () => {
    const server = new Patience(aQuickClock(), { noAnswer: null });
    const command = new Patience(aQuickClock(), { noAnswer });

    await expect(server.after(heldBy(1, false))).rejects.toThrow('held by 1');
    await command.after(heldBy(1, false));
  });

  it('says of who does not answer that it does not, where that was to be asked', async () => {
    for (const [isByCommand, who] of [
      [false, 'The engine'],
      [true, 'The command that is using this home'],
    ] as const) {
      const clock = aQuickClock();
      const patience = new Patience(clock, { noAnswer });
      await patience.after(heldBy(7, isByCommand));
      clock.pass(15_000);

      await expect(patience.after(heldBy(7, isByCommand))).rejects.toMatchObject({
        message: `${who} (process 7) did not answer within 15 s.`,
        hint: expect.stringContaining('Try again'),
      });
    }
  });

  it('has none for whatever else is wrong', async () => {
    const patience = new Patience(aQuickClock(), { noAnswer });

    await expect(patience.after(heldBy(null, false))).rejects.toThrow('held by null');
    await expect(patience.after(new Error('no disk'))).rejects.toThrow('no disk');
  });

  it('says once what it waits for, after three seconds', async () => {
    const clock = aQuickClock();
    const told: number[] = [];
    const patience = new Patience(clock, { noAnswer, tell: (pid) => told.push(pid) });

    clock.pass(2900);
    await patience.after(heldBy(1));
    expect(told).toEqual([]);
    for (const pid of [2, 3]) {
      clock.pass(100);
      await patience.after(heldBy(pid));
    }

    expect(told).toEqual([2]);
  });
});
