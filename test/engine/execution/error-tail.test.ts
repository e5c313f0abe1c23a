import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorTail } from '../../../engine/execution/work/step-output.ts';
import { temporaryFolder } from '../../support/home.ts';

function tailOf(text: string): string {
  const file = join(temporaryFolder(), 'step.err');
  writeFileSync(file, text);
  return errorTail(file);
}

describe('the end of standard error in the message of a failure', () => {
  it('is the last five lines', () => {
    expect(tailOf('1\n2\n3\n4\n5\n6\n\n')).toBe('2\n3\n4\n5\n6');
  });

  it('is 1024 bytes at most', () => {
    expect(tailOf(`${'x'.repeat(2000)}`)).toBe('x'.repeat(1024));
    expect(tailOf(`${'x'.repeat(1024)}`)).toBe('x'.repeat(1024));
  });

  it('begins with a whole character', () => {
    expect(tailOf(`é${'x'.repeat(1023)}`)).toBe('x'.repeat(1023));
    expect(tailOf(`\u{fffd}${'x'.repeat(1000)}`)).toBe(`\u{fffd}${'x'.repeat(1000)}`);
  });

  it('is empty for a step that printed nothing, and names what took the place of the log', () => {
    const folder = join(temporaryFolder(), 'step.err');
    expect(errorTail(folder)).toBe('');

    mkdirSync(folder);

    expect(errorTail(folder)).toContain('not a regular file');
  });
});
