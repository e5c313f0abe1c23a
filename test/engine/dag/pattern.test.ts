import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  matchesWhole,
  matchesWithin,
  parsePattern,
  PatternError,
} from '../../../engine/dag/pattern.ts';
import { shortened } from '../../../engine/dag/shortened.ts';

const whole = (pattern: string, text: string) => matchesWhole(parsePattern(pattern), text);
const within = (pattern: string, line: string) => matchesWithin(parsePattern(pattern), line);

function messageOf(call: () => unknown): string {
  try {
    call();
    return '';
  } catch (error) {
    return error instanceof PatternError ? error.message : 'another error';
  }
}

describe('a pattern', () => {
  it.each([
    { pattern: '2', text: '2', is: true, has: true },
    { pattern: '2', text: '12', is: false, has: true },
    { pattern: '', text: '', is: true, has: true },
    { pattern: '', text: 'a', is: false, has: true },
    { pattern: 'a.c', text: 'abc', is: false, has: false },
    { pattern: 're:a.c', text: 'xabcx', is: true, has: true },
    { pattern: 're:^a.c$', text: 'xabcx', is: false, has: false },
    { pattern: 're:', text: 'anything', is: true, has: true },
    { pattern: 're:plain', text: 'quite plain', is: true, has: true },
    { pattern: 're:a.c', text: 'a\nc', is: false, has: false },
    { pattern: 're:(?s)a.c', text: 'a\nc', is: true, has: true },
    { pattern: 're:^b$', text: 'a\nb\nc', is: false, has: false },
    { pattern: 're:(?m)^b$', text: 'a\nb\nc', is: true, has: true },
    { pattern: 're:(?i)Über', text: 'ÜBER', is: true, has: true },
    { pattern: 're:^.$', text: '😀', is: true, has: true },
    { pattern: 're: 2', text: '2', is: false, has: false },
    { pattern: 'Re:2', text: '2', is: false, has: false },
  ])('$pattern: is $text: $is, stands in it: $has', ({ pattern, text, is, has }) => {
    expect(whole(pattern, text)).toBe(is);
    expect(within(pattern, text)).toBe(has);
  });

  it('of plain text compares, or looks for it, whatever signs it has', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (text, before, after) => {
        fc.pre(!text.startsWith('re:'));

        expect(whole(text, before + text + after)).toBe(before + after === '');
        expect(within(text, before + text + after)).toBe(true);
        expect(within(text, before)).toBe(before.includes(text));
      }),
    );
  });

  it('agrees with the expressions of JavaScript where both have the same', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '(a|b)',
      '(?:ab)',
      '\\d',
      '\\n',
      '\\b',
    );
    const count = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}');
    const part = fc.tuple(atom, count).map(([what, many]) => (what === '\\b' ? what : what + many));
    const body = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
    const anchor = fc.tuple(fc.constantFrom('', '^'), fc.constantFrom('', '$'));
    const text = fc.array(fc.constantFrom('a', 'b', '1', '\n', ' ')).map((signs) => signs.join(''));
    fc.assert(
      fc.property(body, anchor, text, (source, [start, end], value) => {
        const expression = start + source + end;

        expect(whole(`re:${expression}`, value)).toBe(new RegExp(expression).test(value));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    { source: '(', reason: 'missing closing ): (' },
    { source: 'x[a', reason: 'missing closing ]: [a' },
    { source: '*a', reason: 'missing argument to repetition operator: *' },
    { source: 'a{2000}', reason: 'invalid repeat count: {2000}' },
    { source: 'a\\', reason: 'trailing backslash at end of expression' },
    { source: 'a(?=b)', reason: 'look-ahead and look-behind are not supported (RE2 syntax)' },
    { source: '(?<!a)b', reason: 'look-ahead and look-behind are not supported (RE2 syntax)' },
    { source: '(a)\\1', reason: 'back references are not supported (RE2 syntax)' },
    { source: 'a{1000}'.repeat(10), reason: 'it repeats too much' },
  ])('says what is wrong with $source', ({ source, reason }) => {
    const parse = () => parsePattern(`re:${source}`);

    expect(messageOf(parse)).toBe(`invalid expression "${shortened(source)}": ${reason}`);
  });

  it('is refused or works, and nothing else, whatever its expression', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ab(|)[]{}*+?.\\^$19,:=!<P') }),
        (source) => {
          try {
            expect(typeof whole(`re:${source}`, 'abba19')).toBe('boolean');
          } catch (error) {
            expect(error).toBeInstanceOf(PatternError);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('refuses a text that would take it too long, and says how long one may be', () => {
    const long = 'ab'.repeat(5000);

    expect(() => whole('re:[ab]*a[ab]{900}[cd]', long)).toThrow(
      'a text of 10000 characters is too long for the expression "[ab]*a[ab]{900}[cd]", which accepts at most 2207',
    );
    expect(() => within('re:[ab]*a[ab]{900}[cd]', long)).toThrow(PatternError);
    expect(whole('re:[ab]*a[ab]{900}[cd]', long.slice(0, 2207))).toBe(false);
  });

  it('takes a whole variable of a hundred kilobytes for a common expression', () => {
    expect(whole('re:"status": *"ok"$', `${'x'.repeat(100_000)}"status": "ok"`)).toBe(true);
  });

  it('takes text of any length where it is only text', () => {
    const long = `${'x'.repeat(5_000_000)}FAILED`;

    expect(within('FAILED', long)).toBe(true);
    expect(within('re:FAILED', long)).toBe(true);
  });

  it('is compiled once for as long as it is in use', () => {
    const regexOf = (text: string) => {
      const pattern = parsePattern(text);
      return pattern.kind === 'regex' ? pattern.regex : null;
    };
    const first = regexOf('re:^kept$');
    const others = (from: number) => {
      for (let other = from; other < from + 63; other++) parsePattern(`re:^${other}$`);
    };

    others(0);
    expect(regexOf('re:^kept$')).toBe(first);
    others(63);
    expect(regexOf('re:^kept$')).toBe(first);
    others(0);
    parsePattern('re:^one more$');
    expect(regexOf('re:^kept$')).not.toBe(first);
  });
});
