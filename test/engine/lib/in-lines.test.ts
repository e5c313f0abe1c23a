import { describe, expect, it } from 'vitest';
import { inLines } from '../../../engine/lib/in-lines.ts';

const someLines = (most = 10) => inLines({ most, refuse: () => new Error('full') });

describe('lines', () => {
  it('run their tasks one after the other, and do not wait for each other', async () => {
    const inLine = someLines();
    const done: string[] = [];
    const first = Promise.withResolvers<void>();
    const task =
      (name: string, until = Promise.resolve()) =>
      async () => {
        await until;
        done.push(name);
      };

    const slow = ['a1', 'a2'].map((name) => inLine('a', task(name, first.promise)));
    await inLine('b', task('b1'));
    first.resolve();
    await Promise.all(slow);

    expect(done).toEqual(['b1', 'a1', 'a2']);
  });

  it('go on when a task fails, and tell whoever brought it', async () => {
    const inLine = someLines();
    const failing = inLine('a', () => Promise.reject(new Error('mine')));
    const next = inLine('a', async () => 'next');

    await expect(failing).rejects.toThrow('mine');
    expect(await next).toBe('next');
  });

  it('refuse what is too much for all of them, and have room again when one is over', async () => {
    const inLine = someLines(2);
    const end = Promise.withResolvers<string>();
    const waiting = ['a', 'b'].map((line) => inLine(line, () => end.promise));

    await expect(inLine('c', async () => 'c')).rejects.toThrow('full');
    end.resolve('over');
    await Promise.all(waiting);

    expect(await inLine('c', async () => 'c')).toBe('c');
  });
});
