import { describe, expect, it } from 'vitest';
import { atMost } from '../../../engine/lib/at-most.ts';

const refuse = () => new Error('too many');

/** Tasks that end when the test says so, and what is under way. */
function stage(options: { running: number; waiting: number }) {
  const taking = atMost({ ...options, refuse });
  const begun: number[] = [];
  const ends = new Map<number, PromiseWithResolvers<void>>();
  const start = (id: number) => {
    const end = Promise.withResolvers<void>();
    ends.set(id, end);
    return taking(async () => {
      begun.push(id);
      await end.promise;
      return id;
    });
  };
  const settle = () => new Promise(setImmediate);
  return { start, begun, settle, end: (id: number) => ends.get(id)?.resolve(), ends };
}

describe('atMost', () => {
  it('runs no more tasks at once than allowed, and the others in the order they came', async () => {
    const { start, begun, end, settle } = stage({ running: 2, waiting: 9 });
    const all = [1, 2, 3, 4].map(start);
    await settle();
    const atFirst = [...begun];

    end(2);
    await settle();

    expect(atFirst).toEqual([1, 2]);
    expect(begun).toEqual([1, 2, 3]);
    [1, 3, 4].forEach(end);
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
  });

  it('refuses a task when too many wait, and takes one again when there is room', async () => {
    const { start, end } = stage({ running: 1, waiting: 1 });
    const first = start(1);
    const second = start(2);

    await expect(start(3)).rejects.toThrow('too many');

    [1, 2].forEach(end);
    expect(await Promise.all([first, second])).toEqual([1, 2]);
    const last = start(4);
    end(4);
    expect(await last).toBe(4);
  });

  it('gives the place of a task that failed to the next one', async () => {
    const { start, ends, end } = stage({ running: 1, waiting: 1 });
    const first = start(1);
    const second = start(2);

    ends.get(1)?.reject(new Error('broken'));

    await expect(first).rejects.toThrow('broken');
    end(2);
    expect(await second).toBe(2);
  });
});
