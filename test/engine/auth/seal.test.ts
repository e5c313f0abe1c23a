import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeal } from '../../../engine/auth/seal.ts';

const secret = randomBytes(32);
const ours = createSeal(() => secret);
const texts = fc.string({ unit: fc.constantFrom('a', 'ü', '\u0000', '🙂', '.') });

describe('a sealed text', () => {
  it('opens for its place with the same secret, and never looks the same twice', () => {
    fc.assert(
      fc.property(texts, texts, (text, place) => {
        const again = createSeal(() => secret);
        const sealed = ours.seal(text, place);

        expect(again.open(sealed, place)).toBe(text);
        expect(ours.seal(text, place)).not.toBe(sealed);
      }),
    );
  });

  it('does not show what it hides', () => {
    const text = 'a secret of twenty-nine letters';
    const bytes = Buffer.from(ours.seal(text, 'w1').slice('v1.'.length), 'base64url');

    expect(bytes.includes(text.slice(0, 8))).toBe(false);
  });

  it('opens neither for another place, nor with another secret, nor when a bit of it was changed', () => {
    const sealed = ours.seal('secret', 'w1');
    const bytes = Buffer.from(sealed.slice('v1.'.length), 'base64url');
    const changed = [...bytes.keys()].map((at) => {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return `v1.${copy.toString('base64url')}`;
    });

    expect(() => ours.open(sealed, 'w2')).toThrow();
    expect(() => createSeal(() => randomBytes(32)).open(sealed, 'w1')).toThrow();
    expect(() => ours.open(`v1.${bytes.subarray(0, 20).toString('base64url')}`, 'w1')).toThrow();
    expect(() => ours.open(sealed.replace('v1', 'v2'), 'w1')).toThrow('form');
    for (const each of changed) expect(() => ours.open(each, 'w1')).toThrow();
  });
});
