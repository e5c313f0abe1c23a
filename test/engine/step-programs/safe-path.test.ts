import { isAbsolute, join, relative, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLink, safePath } from '../../../engine/step-programs/files/safe-path.ts';

const part = fc.constantFrom('a', 'b', '..', '.', '', 'C:', '...', ' ', '..\\', '-');
const path = fc.array(part, { minLength: 1, maxLength: 7 }).map((parts) => parts.join('/'));

const staysBelow = (place: string): boolean => {
  const from = relative('/root', place);
  return from !== '..' && !from.startsWith('../') && !isAbsolute(from);
};

const accepted = (check: () => unknown): boolean => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

describe('the path of an entry', () => {
  it('stays below the folder, and means the same file, or is refused', () => {
    fc.assert(
      fc.property(path, (given) => {
        if (!accepted(() => safePath(given))) {
          expect(given.split('/')).toContain('..');
          return;
        }
        const { path: safe, wasAbsolute } = safePath(given);
        expect(join('/root', safe)).toBe(resolve(`/root/${given.replace(/^C:\/+/, '/')}`));
        expect(staysBelow(join('/root', safe))).toBe(true);
        expect(wasAbsolute).toBe(/^(?:C:)?\//.test(given));
      }),
      { numRuns: 2000 },
    );
  });

  it('holds no NUL character', () => {
    expect(() => safePath('a\0b')).toThrow('"a\\u0000b" holds a NUL character');
  });
});

describe('the target of a link', () => {
  it('leads to no place above the folder, whatever other links there are', () => {
    const name = fc.constantFrom('a', 'b', 'a/b', 'a/b/a');
    // Each name may be a link itself; what is accepted must hold for every folder that it could point to.
    fc.assert(
      fc.property(name, path, (link, target) => {
        if (!accepted(() => checkLink(link, target))) return;
        const parts = target.split('/').filter((each) => each !== '' && each !== '.');
        const climbs = parts.filter((each) => each === '..').length;
        expect(parts.slice(0, climbs).every((each) => each === '..')).toBe(true);
        expect(staysBelow(join('/root', link, '..', target))).toBe(true);
        expect(isAbsolute(target)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['a', 'b'],
    ['a', '.'],
    ['a/b', '../c/d'],
    ['a/b/c', '../../d'],
  ])('of %s may be %s', (link, target) => {
    expect(accepted(() => checkLink(link, target))).toBe(true);
  });

  it.each([
    ['a', '..'],
    ['a', '/etc'],
    ['a/b', '../../c'],
    ['a/b', 'c/../../..'],
    ['a', 'b/../c'],
    ['a', 'C:/x'],
    ['a', '..\\..'],
  ])('of %s may not be %s', (link, target) => {
    expect(accepted(() => checkLink(link, target))).toBe(false);
  });
});
