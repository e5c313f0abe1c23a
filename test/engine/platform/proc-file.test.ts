import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readProcFile } from '../../../engine/platform/proc-file.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/home.ts';

function running(command: string, args: readonly string[], env = process.env): ChildProcess {
  const child = spawn(command, args, { env, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

describe.runIf(process.platform === 'linux')('a file of a process', () => {
  it('is never half of one program and half of the next', () => {
    const script = join(temporaryFolder('programs'), 'script');
    // One program after the other, under one number, with few words and with many.
    writeFileSync(script, '[ $# -eq 1 ] && exec sh "$0" first many more words; exec sh "$0" one');
    const { pid } = running('/bin/sh', [script, 'one']);
    const few = ['sh', script, 'one'].join('\0') + '\0';
    const many = ['sh', script, 'first', 'many', 'more', 'words'].join('\0') + '\0';
    const seen = new Map<string | null, number>();

    while ((seen.get(few) ?? 0) < 2000 || (seen.get(many) ?? 0) < 2000) {
      const text = readProcFile(`/proc/${pid}/cmdline`);
      seen.set(text, (seen.get(text) ?? 0) + 1);
    }

    // It has no words while it becomes another.
    const whole = ['', few, many, `/bin/${few}`];
    expect([...seen.keys()].filter((text) => !whole.includes(text ?? ''))).toEqual([]);
  });

  it('is read whole, however long it is', async () => {
    const long = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [
        `LONG_${index}`,
        String(index % 10).repeat(100_000),
      ]),
    );
    const { pid } = running('/bin/sleep', ['60'], { ...long });

    const variables = Object.entries(long).map(([name, value]) => `${name}=${value}\0`);
    const file = `/proc/${pid}/environ`;
    await eventually(() => readProcFile(file) !== '', 'it has become the program');
    expect(readProcFile(file)).toBe(variables.join(''));
  });

  it('is null of a process that is gone', () => {
    expect(readProcFile('/proc/99999999/cmdline')).toBeNull();
  });
});
