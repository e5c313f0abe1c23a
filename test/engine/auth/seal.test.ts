import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeal } from '../../../engine/auth/seal.ts';

const secret = randomBytes(32);
const ours = createSeal(async () => secret);
const texts = fc.string({ unit: fc.constantFrom('a', 'ü', '\u0000', '🙂', '.') });

describe('a sealed text', () => {
  it('opens for its place with the same secret, and never looks the same twice', async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, async (text, place) => {
        const again = createSeal(async () => secret);
        const sealed = await ours.seal(text, place);

        expect(await again.open(sealed, place)).toBe(text);
        expect(await ours.seal(text, place)).not.toBe(sealed);
      }),
    );
  });

  it('does not show what it hides', async () => {
    const text = 'a secret of twenty-nine letters';
    const bytes = Buffer.from((await ours.seal(text, 'w1')).slice('v1.'.length), 'base64url');

    expect(bytes.includes(text.slice(0, 8))).toBe(false);
  });

  it('opens neither for another place, nor with another secret, nor when a bit of it was changed', async () => {
    const sealed = await ours.seal('secret', 'w1');
    const bytes = Buffer.from(sealed.slice('v1.'.length), 'base64url');
    const changed = [...bytes.keys()].map((at) => {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return `v1.${copy.toString('base64url')}`;
    });

    const another = createSeal(async () => randomBytes(32));
    const short = `v1.${bytes.subarray(0, 20).toString('base64url')}`;
    await expect(ours.open(sealed, 'w2')).rejects.toThrow();
    await expect(another.open(sealed, 'w1')).rejects.toThrow();
    await expect(ours.open(short, 'w1')).rejects.toThrow();
    await expect(ours.open(sealed.replace('v1', 'v2'), 'w1')).rejects.toThrow('form');
    for (const each of changed) await expect(ours.open(each, 'w1')).rejects.toThrow();
  });
});
