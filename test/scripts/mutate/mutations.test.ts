import { describe, expect, it } from 'vitest';
import { mutated, mutationsOf } from '../../../scripts/mutate/mutations.ts';

/** The source with each mistake that can be made in it. */
function mistakesIn(source: string): readonly string[] {
  return mutationsOf('file.ts', source).map((mutation) => mutated(source, mutation));
}

describe('mistakes in a source', () => {
  it.each([
    ['conditions are turned around', 'if (a) b = c;', 'if (!(a)) b = c;'],
    ['so are those of a choice', 'a = b ? c : d;', 'a = !(b) ? c : d;'],
    ['comparisons move their limit', 'a = b < c;', 'a = (b <= c);'],
    ['equality turns around', 'a = b === c;', 'a = (b !== c);'],
    ['and becomes or', 'a = b && c;', 'a = (b || c);'],
    ['a fallback is left out', 'a = b ?? c;', 'a = (b);'],
    ['sums become differences', 'a = b + c;', 'a = (b - c);'],
    ['a statement is left out', 'a(b);', ';'],
    ['an error is not thrown', 'throw a;', ';'],
    ['an early return goes on', 'function f() { return; }', 'function f() { ; }'],
    ['a result is left out', 'f = () => a;', 'f = () => undefined;'],
    ['numbers grow', 'a = 1;', 'a = (1 + 1);'],
    ['words are emptied', "a = 'word';", "a = '';"],
    ['empty words are filled', "a = '';", "a = 'mutated';"],
    ['truth turns around', 'a = true;', 'a = false;'],
    ['lists are emptied', 'a = [b];', 'a = [];'],
    ['some becomes every', 'a = b.some(c);', 'a = b.every(c);'],
  ])('%s', (_, source, mistake) => {
    expect(mistakesIn(source)).toContain(mistake);
  });

  it.each([
    ['types', "type A = 'a' | 1; interface B { readonly c: 'd' }"],
    ['imports', "import { a } from 'b'; export { c } from 'd';"],
    ['the line that closes a union', 'function f(a: never) { return assertNever(a); }'],
  ])('none is made in %s', (_, source) => {
    expect(mistakesIn(source)).toEqual([]);
  });

  it('none is made in sentences, joined texts, names of properties and what only the compiler wants', () => {
    const mistakes = mistakesIn("a = { 'b': 'a sentence' }; c = 'd ' + e; f = g[h] ?? i;");

    expect(mistakes).toEqual([
      "; c = 'd ' + e; f = g[h] ?? i;",
      "a = { 'b': 'a sentence' }; ; f = g[h] ?? i;",
      "a = { 'b': 'a sentence' }; c = 'd ' + e; ;",
    ]);
  });

  it('are named with their line', () => {
    expect(mutationsOf('file.ts', '\n\na = b < c;')).toContainEqual(
      expect.objectContaining({ file: 'file.ts', line: 3, words: 'b < c → (b <= c)' }),
    );
  });
});
