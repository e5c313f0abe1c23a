import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sealPiece, showSealed } from '../../../engine/dag/sealed-text.ts';
import { createVault } from '../../../engine/execution/state/vault.ts';

const vaultOf = (secrets: Record<string, string>) =>
  createVault('run-1', new Map(Object.entries(secrets)), null);

describe('a vault', () => {
  it('masks for people and seals for the store', () => {
    const vault = vaultOf({ TOKEN: 'hunter2' });

    expect(vault.mask('it is hunter2')).toBe('it is *******');
    expect(vault.seal('it is hunter2')).not.toContain('hunter2');
    expect(vault.unseal(vault.seal('it is hunter2'))).toBe('it is hunter2');
  });

  it('reads after a restart what it sealed before', () => {
    const secrets = { A: 'xpass', KEY: 'first line\nsecond "line"\n' };
    const text = 'xpass first line|second \\"line\\"|first line\nsecond "line"';

    const sealed = vaultOf(secrets).seal(text);

    expect(vaultOf(secrets).unseal(sealed)).toBe(text);
    expect(showSealed(sealed)).toBe('******* *******|*******|*******');
  });

  it('gives back what was encoded, whatever stands around it', () => {
    const secrets = { TOKEN: 'gr\u00f6\u00dfer als 8 <&>/' };
    const around = fc.string({ maxLength: 4 });
    const encode = fc.constantFrom('base64' as const, 'base64url' as const, 'hex' as const);

    fc.assert(
      fc.property(around, around, encode, (before, after, as) => {
        const text = Buffer.from(before + secrets.TOKEN + after).toString(as);
        const sealed = vaultOf(secrets).seal(text);

        expect(sealed).not.toBe(text);
        expect(vaultOf(secrets).unseal(sealed)).toBe(text);
      }),
    );
  });

  it('hides what it inherits, and does not hand it on as a variable', () => {
    const parent = vaultOf({ TOKEN: 'hunter2' });
    const child = createVault('run-2', new Map([['TOKEN', 'own']]), parent);
    const grandchild = createVault('run-3', new Map(), child);

    expect(grandchild.isEmpty).toBe(false);
    expect([...grandchild.values]).toEqual([]);
    expect(grandchild.mask('hunter2 own')).toBe('******* *******');
    expect(grandchild.unseal(parent.seal('hunter2'))).toBe('hunter2');
    expect(parent.unseal(child.seal('hunter2 own'))).toBe(
      `hunter2 ${sealPiece({ runKey: 'run-2', name: 'TOKEN', part: '', from: 0 })}`,
    );
  });

  it('gives no secret to a step that prints its token', () => {
    const vault = vaultOf({ TOKEN: 'hunter2' });
    const forged = sealPiece({ runKey: 'run-1', name: 'TOKEN', part: '', from: 0 });

    expect(vault.unseal(vault.seal(forged))).toBe(forged);
  });

  it.each(['nothing', 'line9', 'TOKEN'])('leaves the token of a part that is none: %s', (part) => {
    const odd = sealPiece({ runKey: 'run-1', name: 'TOKEN', part, from: 0 });

    expect(vaultOf({ TOKEN: 'hunter2' }).unseal(odd)).toBe(odd);
  });

  it('is empty when it has nothing to hide', () => {
    expect(vaultOf({}).isEmpty).toBe(true);
    expect(vaultOf({ A: '' }).isEmpty).toBe(true);
    expect(vaultOf({ A: '' }).values.get('A')).toBe('');
    expect(vaultOf({}).unseal(vaultOf({}).seal('a\x7fb'))).toBe('a\x7fb');
  });

  it('gives every text back, and shows what masking shows', () => {
    const letters = fc.constantFrom('a', 'b', 'é', '\x7f', '\n', '"', ':', 'S');
    const secrets = fc.dictionary(
      fc.constantFrom('S1', 'S2', 'S3'),
      fc.string({ unit: letters, maxLength: 6 }),
    );
    const text = fc.string({ unit: letters, maxLength: 60 });

    fc.assert(
      fc.property(secrets, text, (values, written) => {
        const vault = vaultOf(values);
        const sealed = vault.seal(written);

        expect(vault.unseal(sealed)).toBe(written);
        expect(showSealed(sealed)).toBe(vault.mask(written));
        // Only the tokens of this run: the text may look like another's, up to where ours begins.
        const plain = sealed.split(/\x7frun-1:[\w%-]+:\w*(?:\+\d+)?\x7f/);
        for (const value of Object.values(values).filter(
          (each) => each !== '' && !each.includes('\x7f'),
        )) {
          expect(plain.filter((piece) => piece.includes(value))).toEqual([]);
        }
      }),
      { numRuns: 2000, examples: [[{ S1: 'S' }, '\x7fa:a:S']] },
    );
  });
});
