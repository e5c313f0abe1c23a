import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeTag, parseTagFilter, splitTags } from '../../../engine/dag/tags.ts';

describe('normalizeTag', () => {
  it.each([
    ['Env=PROD', 'env=prod'],
    ['nightly', 'nightly'],
    [' team=core ', 'team=core'],
    ['empty=', 'empty'],
    ['1.a_b-c=x/y.z_-', '1.a_b-c=x/y.z_-'],
    ['k'.repeat(63), 'k'.repeat(63)],
    [`k=${'v'.repeat(255)}`, `k=${'v'.repeat(255)}`],
  ])('reads %s', (tag, normal) => {
    expect(normalizeTag(tag)).toBe(normal);
  });

  it.each([
    ...['', '=x', '-lead', '.lead', 'a b', 'a/b', 'env=pr@d', 'a=b=c', 'a,b', 'größe', 'a\nb'],
    ...['k'.repeat(64), `k=${'v'.repeat(256)}`],
  ])('refuses %j', (tag) => {
    expect(normalizeTag(tag)).toBeNull();
  });
});

describe('splitTags', () => {
  it('separates at spaces and commas, however many', () => {
    expect(splitTags(' a, b=c\n d,,e ')).toEqual(['a', 'b=c', 'd', 'e']);
  });
});

describe('parseTagFilter', () => {
  const tags = ['env=prod', 'team=core', 'nightly'];

  it.each([
    ...[
      '',
      'env',
      'ENV=Prod',
      'nightly',
      'env,team',
      'env=prod,nightly',
      '!staging',
      '!env=staging',
    ],
    ...[
      'en*',
      '*',
      'env=pr*',
      'env=*',
      'e?v',
      'te?m=c?re',
      '!te?s',
      ' env , team ',
      '*=core',
      'nightly=',
    ],
  ])('finds something by %j', (filter) => {
    expect(parseTagFilter(filter)(tags)).toBe(true);
  });

  it.each([
    ...[
      'prod',
      'env=staging',
      'env=',
      'env,staging',
      '!env',
      '!e*',
      'en',
      'env?',
      'env=pro?d',
      '?',
    ],
    ...['env=prod,env=staging', '!nightly', 'core', '*x*', '!*'],
  ])('does not find it by %j', (filter) => {
    expect(parseTagFilter(filter)(tags)).toBe(false);
  });

  it.each([
    '=prod',
    '!',
    '!!env',
    'env=a=b',
    '-env',
    'env=pr@d',
    'größe',
    'team data',
    'a,=b',
    '"env"',
  ])('refuses %j, which no tag could meet', (filter) => {
    expect(() => parseTagFilter(filter)).toThrow(/^`tags` has ".*": use `key`, `key=value`/);
  });

  it('agrees with a plain reading of the wildcards', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 6 });
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 6 });

    fc.assert(
      fc.property(part, fc.option(part), word, fc.option(word), (key, value, tagKey, tagValue) => {
        fc.pre(key !== '');
        const filter = value === null ? key : `${key}=${value}`;
        const tag = tagValue === null ? tagKey : `${tagKey}=${tagValue}`;
        const wanted = plainly(key, tagKey) && (value === null || plainly(value, tagValue ?? ''));

        expect(parseTagFilter(filter)([tag])).toBe(wanted);
        expect(parseTagFilter(`!${filter}`)([tag])).toBe(!wanted);
      }),
      { numRuns: 3000 },
    );
  });

  // It would be busy for longer than a test may take.
  it('answers at once for a pattern that would keep a regular expression busy', () => {
    expect(parseTagFilter(`${'*a'.repeat(60)}b`)(['a'.repeat(63)])).toBe(false);
  });
});

function plainly(pattern: string, text: string): boolean {
  const [first, ...rest] = pattern;
  const tail = rest.join('');
  if (first === undefined) return text === '';
  if (first === '*') return plainly(tail, text) || (text !== '' && plainly(pattern, text.slice(1)));
  return text !== '' && (first === '?' || first === text[0]) && plainly(tail, text.slice(1));
}
