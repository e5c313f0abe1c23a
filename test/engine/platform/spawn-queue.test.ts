import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSpawnQueue } from '../../../engine/platform/spawn-queue.ts';

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
}

describe('the queue of starts', () => {
  it('starts one for each turn of the loop, in the order of asking', async () => {
    const spawns = createSpawnQueue();
    const started: number[] = [];
    for (const number of [1, 2, 3]) spawns.add(() => started.push(number));
    expect(started).toEqual([]);

    await turns(4);

    expect(started).toEqual([1, 2, 3]);
  });

  it('starts nothing while anybody holds it, and goes on when the last one lets go', async () => {
    const spawns = createSpawnQueue();
    const started: number[] = [];
    spawns.add(() => started.push(1));
    const [first, second] = [spawns.hold(), spawns.hold()];
    await turns(3);
    first();
    first();
    await turns(3);
    expect(started).toEqual([]);

    second();
    await turns(2);

    expect(started).toEqual([1]);
  });

  it('lets those go on that wait for the end of a hold, one in each turn and after the starts', async () => {
    const spawns = createSpawnQueue();
    const order: string[] = [];
    const release = spawns.hold();
    for (const name of ['a', 'b']) {
      void spawns.released().then(() => {
        order.push(`prepare ${name}`);
        spawns.add(() => order.push(`start ${name}`));
      });
    }
    spawns.add(() => order.push('start'));
    await turns(3);
    expect([spawns.isHeld, order]).toEqual([true, []]);

    release();
    await turns(6);

    expect(spawns.isHeld).toBe(false);
    expect(order).toEqual(['start', 'prepare a', 'start a', 'prepare b', 'start b']);
  });
});
