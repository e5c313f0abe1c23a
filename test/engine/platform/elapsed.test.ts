import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createElapsed } from '../../../engine/platform/elapsed.ts';

interface Machine {
  wallMs: number;
  steadyMs: number;
  sleptMs: number;
  /** How often its slow clock was asked. */
  asked: number;
}

const clockOn = (machine: Machine) =>
  createElapsed({
    wall: () => machine.wallMs,
    steady: () => machine.steadyMs,
    sinceBoot: () => {
      machine.asked += 1;
      return Math.floor((machine.steadyMs + machine.sleptMs) / 10) * 10;
    },
  });

/** A machine whose clocks a test moves. */
function aMachine() {
  const machine: Machine = { wallMs: 1_000_000, steadyMs: 5_000, sleptMs: 300_000, asked: 0 };
  const { elapsed, slept } = clockOn(machine);
  machine.asked = 0;
  return {
    machine,
    elapsed,
    slept,
    work: (ms: number) => {
      machine.wallMs += ms;
      machine.steadyMs += ms;
    },
    sleep: (ms: number) => {
      machine.wallMs += ms;
      machine.sleptMs += ms;
    },
    set: (ms: number) => {
      machine.wallMs += ms;
    },
  };
}

describe('elapsed time', () => {
  it('knows how much of it was sleep, which work and a clock that was set are not', () => {
    const { slept, work, sleep, set } = aMachine();

    work(3_600_000);
    set(900_000);
    expect(slept()).toBe(0);
    sleep(60_000);

    expect(slept()).toBe(60_000);
  });

  it('goes on exactly while the machine works, and asks no file for it', () => {
    const { machine, elapsed, work } = aMachine();
    const before = elapsed();

    work(0.25);
    expect(elapsed() - before).toBe(0);
    work(3_600_000);
    expect(elapsed() - before).toBe(3_600_000);

    expect(machine.asked).toBe(0);
  });

  it('counts from the boot, so that what two processes read can be compared', () => {
    const { machine, work, sleep, elapsed: first } = aMachine();
    sleep(60_000);
    first();
    const { elapsed: second } = clockOn(machine);
    work(1000);

    expect(Math.abs(first() - (machine.steadyMs + machine.sleptMs))).toBeLessThanOrEqual(20);
    expect(Math.abs(first() - second())).toBeLessThanOrEqual(20);
  });

  it('counts a sleep', () => {
    const { elapsed, work, sleep } = aMachine();
    const before = elapsed();

    sleep(60_000);
    work(1);

    expect(elapsed() - before).toBeGreaterThanOrEqual(59_990);
    expect(elapsed() - before).toBeLessThanOrEqual(60_012);
  });

  it('does not count a clock that somebody set forward or back', () => {
    const { elapsed, work, set } = aMachine();
    const before = elapsed();

    set(86_400_000);
    work(1);
    expect(elapsed() - before).toBe(1);
    set(-2 * 86_400_000);
    work(1);
    expect(elapsed() - before).toBe(2);
  });

  it('is never far from the truth, and never goes back, whatever the clocks do', () => {
    const event = fc.oneof(
      fc.record({ what: fc.constant('work' as const), ms: fc.integer({ min: 0, max: 100_000 }) }),
      fc.record({ what: fc.constant('sleep' as const), ms: fc.integer({ min: 0, max: 100_000 }) }),
      fc.record({
        what: fc.constant('set' as const),
        ms: fc.integer({ min: -90_000, max: 90_000 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const { machine, elapsed, ...moves } = aMachine();
        const truth = () => machine.steadyMs + machine.sleptMs;
        const [began, begun] = [elapsed(), truth()];
        let before = began;
        for (const { what, ms } of events) {
          moves[what](ms);
          const now = elapsed();
          expect(now).toBeGreaterThanOrEqual(before);
          before = now;
          // Two hundredths of a second for each of the two looks at the clock that counts in them, and short sleeps.
          expect(Math.abs(now - began - (truth() - begun))).toBeLessThanOrEqual(141);
        }
      }),
    );
  });
});
