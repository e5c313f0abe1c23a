import { describe, expect, it } from 'vitest';
import { privateLines, privateWordsCheck } from '../../scripts/check/private-words.ts';

describe('The check for private words', () => {
  it.each([
    ['engine/a.ts', "throw new Error('No" + "body can read it.');"],
    ['engine/a.ts', 'const text = `Me' + 'nd ${it} first`;'],
    ['renderer/texts.ts', "  hint: 'Ask who" + "ever made it',"],
    ['engine/a.ts', '`${name} is none th' + 'at is known`'],
    ['resources/docs/guide.md', 'It holds for most of them al' + 'l.'],
  ])('names the line of a text: %s, %s', (file, line) => {
    expect(privateLines(file, `one line\n${line}\n`)).toEqual([`${file}:2: ${line.trim()}`]);
  });

  it.each([
    ["if (kind === 'no" + "body') return [];"],
    ['import { mailToNo' + "body } from './rules/mail-to-no" + "body.ts';"],
    ['// No' + 'body waits for it.'],
    ["const text = 'We recommend amendments to all of them';"],
  ])('lets names in code, comments and other words pass: %s', (line) => {
    expect(privateLines('engine/a.ts', line)).toEqual([]);
  });

  it('finds none in what people read', async () => {
    expect(await privateWordsCheck.run()).toBe('');
  });
});
