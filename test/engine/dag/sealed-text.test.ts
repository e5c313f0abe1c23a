import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  sealPiece,
  sealPlain,
  showSealed,
  unsealText,
  type SealedPiece,
} from '../../../engine/dag/sealed-text.ts';

const piece: SealedPiece = { runKey: '7', name: 'TOKEN', part: '', from: 0 };
const known = (wanted: SealedPiece) => (wanted.runKey === '7' ? 'hunter2' : undefined);

describe('a sealed text', () => {
  it('shows a mask where a secret was, and gives the secret to who knows it', () => {
    const sealed = `user:${sealPiece(piece)}!`;

    expect(sealed).not.toContain('hunter2');
    expect(showSealed(sealed)).toBe('user:*******!');
    expect(unsealText(sealed, known)).toBe('user:hunter2!');
  });

  it('keeps the token of a secret that is not known', () => {
    const foreign = sealPiece({ ...piece, runKey: '8' });
    const sealed = `${foreign}${sealPiece(piece)}`;

    expect(unsealText(sealed, known)).toBe(`${foreign}hunter2`);
    expect(showSealed(unsealText(sealed, known))).toBe('*******hunter2');
  });

  it('takes no token from a text that was sealed', () => {
    const forged = sealPiece(piece);
    const sealed = sealPlain(`${forged} \x7f\x7f\x7f`);

    expect(unsealText(sealed, known)).toBe(`${forged} \x7f\x7f\x7f`);
    expect(showSealed(sealed)).toBe(`${forged} \x7f\x7f\x7f`);
  });

  it.each([
    '',
    'plain',
    '\x7f',
    'a\x7fb',
    '\x7f7:TOKEN',
    '\x7f7:TOKEN:',
    '7:TOKEN:\x7f',
    '\x7f:TOKEN:\x7f',
    '\x7f7::\x7f',
    '\x7fa b:c:\x7f',
  ])('may be one that never was sealed: %j', (text) => {
    expect(unsealText(text, known)).toBe(text);
    expect(showSealed(text)).toBe(text);
  });

  it('survives becoming a string of a JSON text', () => {
    const json = JSON.stringify({ a: `x${sealPiece(piece)}` });

    expect(unsealText(json, known)).toBe('{"a":"xhunter2"}');
  });

  it('names any secret of any run', () => {
    const word = fc.string({ minLength: 1, unit: 'binary' }).map((text) => text.toWellFormed());
    const pieces = fc.record({
      runKey: word,
      name: word,
      part: fc.stringMatching(/^[a-z0-9]*$/),
      from: fc.nat(),
    });

    fc.assert(
      fc.property(pieces, fc.string(), (secret, around) => {
        const seen: SealedPiece[] = [];
        const note = (found: SealedPiece) => (seen.push(found), 'X');
        const sealed = sealPlain(around) + sealPiece(secret) + sealPlain(around);

        expect(unsealText(sealed, note)).toBe(`${around}X${around}`);
        expect(seen).toEqual([secret]);
      }),
    );
  });
});
