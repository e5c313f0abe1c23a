import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createStepMemory } from '../../../engine/platform/step-memory.ts';
import { manualClock } from '../api/manual-clock.ts';

/** A machine on which each group has the memory that the test says. */
function aMachine() {
  const clock = manualClock();
  const bytes = new Map<number, number>();
  const looks: (readonly number[])[] = [];
  const memory = createStepMemory({
    clock,
    measure: (groups) => {
      looks.push([...groups]);
      return Promise.resolve(bytes);
    },
  });
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 100) {
      clock.advance(100);
      await setImmediate();
    }
  }
  return { clock, bytes, looks, memory, pass };
}

describe('the watch over the memory of steps', () => {
  it('tells the most that was ever seen', async () => {
    const { bytes, memory, pass } = aMachine();
    const watch = memory.watch(() => 7);

    for (const now of [10, 500, 30]) {
      bytes.set(7, now);
      await pass(5000);
    }

    expect(watch.end()).toBe(500);
    expect(watch.end()).toBe(500);
  });

  it('does not look at steps that are over soon, and says nothing of them', async () => {
    const { clock, looks, bytes, memory, pass } = aMachine();
    bytes.set(7, 10);

    // One has always begun when another ends.
    let before = memory.watch(() => 7);
    for (let step = 0; step < 50; step += 1) {
      clock.advance(20);
      const watch = memory.watch(() => 7);
      clock.advance(20);
      await setImmediate();
      expect(before.end()).toBe(0);
      before = watch;
    }
    before.end();
    await pass(1000);

    expect(looks).toEqual([]);
  });

  it('looks at all that runs with one timer, less and less often, and has none while nothing runs', async () => {
    const { clock, looks, memory, pass } = aMachine();
    const watches = [11, 12, 13].map((group) => memory.watch(() => group));
    expect(clock.pending()).toBe(1);

    await pass(60_000);
    const inAMinute = looks.length;
    watches.forEach((watch) => watch.end());

    expect(looks[0]).toEqual([11, 12, 13]);
    expect(inAMinute).toBeGreaterThan(10);
    expect(inAMinute).toBeLessThan(30);
    expect(clock.pending()).toBe(0);
  });

  it('asks again for a group that is not known yet', async () => {
    const { bytes, looks, memory, pass } = aMachine();
    let group = 0;
    const watch = memory.watch(() => group);
    await pass(1000);
    group = 9;
    bytes.set(9, 20);
    await pass(5000);

    expect(looks[0]).toEqual([]);
    expect(watch.end()).toBe(20);
  });

  it('goes on when the system could not be asked', async () => {
    const clock = manualClock();
    let fails = true;
    const measure = () =>
      fails
        ? Promise.reject(new Error('no file can be opened'))
        : Promise.resolve(new Map([[7, 3]]));
    const watch = createStepMemory({ clock, measure }).watch(() => 7);
    clock.advance(1000);
    await setImmediate();
    fails = false;
    clock.advance(5000);
    await setImmediate();

    expect(watch.end()).toBe(3);
  });

  it('looks at nothing where the system does not tell', () => {
    const clock = manualClock();

    const watch = createStepMemory({ clock, measure: null }).watch(() => 7);

    expect([clock.pending(), watch.end()]).toEqual([0, 0]);
  });
});
