import { describe, expect, it } from 'vitest';
import { unfinishedLines } from '../../scripts/check/unfinished-words.ts';

describe('The check for unfinished words', () => {
  it.each(['TO' + 'DO', 'FIX' + 'ME'])('names the file and the line of %s', (word) => {
    const text = `const done = true;\n  // ${word}: finish this\n`;

    expect(unfinishedLines('engine/a.ts', text)).toEqual([
      `engine/a.ts:2: // ${word}: finish this`,
    ]);
  });

  it('lets words pass that only hold one', () => {
    expect(unfinishedLines('a.ts', 'const METHO' + 'DS = "mastodon to do";')).toEqual([]);
  });
});
