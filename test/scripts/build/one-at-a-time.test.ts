import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oneAtATime } from '../../../scripts/build/one-at-a-time.ts';
import { temporaryFolder } from '../../support/home.ts';

describe('oneAtATime', () => {
  it('lets the second begin when the first has ended', async () => {
    const lock = join(temporaryFolder('lock'), 'deep/lock');
    const done: string[] = [];
    const work = (name: string) => async () => {
      done.push(`${name} begins`);
      await new Promise(setImmediate);
      done.push(`${name} ends`);
    };

    await Promise.all([oneAtATime(lock, work('first')), oneAtATime(lock, work('second'))]);

    expect(done).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
    expect(existsSync(lock)).toBe(false);
  });

  it('lets go when the work fails', async () => {
    const lock = join(temporaryFolder('lock'), 'lock');

    await expect(oneAtATime(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');

    expect(existsSync(lock)).toBe(false);
  });

  it('takes over the lock of a process that was killed', async () => {
    const lock = join(temporaryFolder('lock'), 'lock');
    // Larger than any process id of Linux or macOS.
    writeFileSync(lock, '4999999');

    await expect(oneAtATime(lock, async () => undefined)).resolves.toBeUndefined();
  });
});
