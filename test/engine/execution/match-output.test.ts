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
});
