import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codedPieces } from '../../../renderer/lib/coded.ts';

describe('a message with backticks', () => {
  it('is words and code in turn', () => {
    expect(codedPieces('unknown key `comand`: did you mean `command`?')).toEqual([
      { text: 'unknown key ', isCode: false },
      { text: 'comand', isCode: true },
      { text: ': did you mean ', isCode: false },
      { text: 'command', isCode: true },
      { text: '?', isCode: false },
    ]);
  });

  it('keeps a backtick without a partner, and says all of any message', () => {
    expect(codedPieces('a ` b')).toEqual([{ text: 'a ` b', isCode: false }]);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '`') }), (message) => {
        const said = codedPieces(message).map(({ text, isCode }) =>
          isCode ? `\`${text}\`` : text,
        );
        expect(said.join('')).toBe(message);
      }),
    );
  });
});
