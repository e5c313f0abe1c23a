import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Turns } from '../../../engine/scheduler/turns.ts';

const never = (error: unknown): never => {
  throw error;
};

describe('the turns of DAGs', () => {
  it('begin a few in each turn of the event loop, in the order of asking', async () => {
    const turns = new Turns(never);
    const begun: number[] = [];
    for (let dag = 0; dag < 100; dag += 1) turns.take(`dag-${dag}`, () => void begun.push(dag));
    const sizes: number[] = [];
    while (begun.length < 100) {
      const before = begun.length;
      await setImmediate();
      sizes.push(begun.length - before);
    }

    expect(Math.max(...sizes)).toBeLessThanOrEqual(8);
    expect(begun).toEqual(Array.from({ length: 100 }, (_, dag) => dag));
  });

  it('let a task of a DAG begin when the one before it has ended, however many places are free', async () => {
    const turns = new Turns(never);
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun: string[] = [];
    turns.take('a', () => promise);
    turns.take('a', () => void begun.push('a'));
    turns.take('b', () => void begun.push('b'));
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    expect(begun).toEqual(['b']);

    resolve();
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();

    expect(begun).toEqual(['b', 'a']);
  });
});
