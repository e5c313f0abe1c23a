import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { outputMatches } from '../../../engine/execution/node/match-output.ts';
import { temporaryFolder } from '../../support/home.ts';

const { signal } = new AbortController();

describe('what a step has printed', () => {
  it('is nothing when the step ended before it had a log', async () => {
    const file = join(temporaryFolder(), 'never.out');

    expect(await outputMatches({ file, from: 0 }, ['re:.*'], signal)).toBe(false);
  });

  it('is looked at line by line, from where the attempt began', async () => {
    const file = join(temporaryFolder(), 'step.out');
    writeFileSync(file, 'one\ntwo\n');

    expect(await outputMatches({ file, from: 0 }, ['re:^one$'], signal)).toBe(true);
    expect(await outputMatches({ file, from: 4 }, ['one'], signal)).toBe(false);
    expect(await outputMatches({ file, from: 4 }, ['none', 'w'], signal)).toBe(true);
  });

  it.each([
    ['a last line without an end', 'one\ntwo', 're:^two$'],
    ['lines of Windows', 'one\r\ntwo\r\n', 're:^one$'],
    ['lines that go back to their beginning', '10 %\r20 %\r', 're:^20 %$'],
    ['an empty last line', 'one\n\n', 're:^$'],
    [
      'a line end at the edge of what is read at once',
      `${'x'.repeat(65_535)}\r\ntwo\n`,
      're:^two$',
    ],
    ['the end of a line that is looked at in pieces', `${'x'.repeat(200_000)}two\n`, 're:two$'],
  ])('is found in %s', async (_, text, pattern) => {
    const file = join(temporaryFolder(), 'step.out');
    writeFileSync(file, text);

    expect(await outputMatches({ file, from: 0 }, [pattern], signal)).toBe(true);
  });

  it('has no line between the two halves of a line end', async () => {
    const file = join(temporaryFolder(), 'step.out');
    writeFileSync(file, `${'x'.repeat(65_535)}\r\ntwo\n`);

    expect(await outputMatches({ file, from: 0 }, ['re:^$'], signal)).toBe(false);
  });
});
