import { describe, expect, it } from 'vitest';
import {
  HASH_OF_NOBODY,
  hashSecret,
  isSameText,
  matches,
  PASSWORD_COST,
} from '../../../engine/auth/passwords.ts';

const CHEAP = 4;

describe('passwords', () => {
  it('match their own hash and no other, which tells nothing of them', async () => {
    const hash = await hashSecret('pässword\0one', CHEAP);

    expect(hash).toMatch(/^\$2b\$04\$/);
    expect(hash).not.toContain('one');
    expect(await matches('pässword\0one', hash)).toBe(true);
    expect(await matches('pässword\0two', hash)).toBe(false);
    expect(await hashSecret('pässword\0one', CHEAP)).not.toBe(hash);
  });

  it('match in full: what bcrypt passes over counts as well', async () => {
    const hash = await hashSecret('x'.repeat(72), CHEAP);

    expect(await matches('x'.repeat(72), hash)).toBe(true);
    expect(await matches('x'.repeat(73), hash)).toBe(false);
  });

  it('are compared as long for somebody who is not there', async () => {
    expect(HASH_OF_NOBODY).toMatch(new RegExp(String.raw`^\$2b\$${PASSWORD_COST}\$.{53}$`));
    expect(await matches('', HASH_OF_NOBODY)).toBe(false);
  });

  it('wait for their turn however many they are', async () => {
    const hash = await hashSecret('one', CHEAP);

    const many = await Promise.all(Array.from({ length: 1000 }, () => matches('one', hash)));

    expect(many.every(Boolean)).toBe(true);
  });

  it('of the settings are compared whatever their length', () => {
    expect(isSameText('secret', 'secret')).toBe(true);
    expect(isSameText('secret', 'secret!')).toBe(false);
    expect(isSameText('', 'secret')).toBe(false);
  });
});
