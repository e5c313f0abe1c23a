import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Route } from '../../../engine/dag/definition.ts';
import { PatternError } from '../../../engine/dag/pattern.ts';
import { chooseTargets } from '../../../engine/dag/router.ts';

const routes: readonly Route[] = [
  { pattern: 're:^prod', targets: ['deploy', 'announce'] },
  { pattern: 'prod-eu', targets: ['europe', 'announce'] },
  { pattern: 'test', targets: ['check'] },
  { pattern: 're:.*', targets: ['log'] },
];

describe('a router', () => {
  it.each<{ value: string; chosen: string[]; matched: string[] }>([
    { value: 'test', chosen: ['check', 'log'], matched: ['test', 're:.*'] },
    { value: 'production', chosen: ['deploy', 'announce', 'log'], matched: ['re:^prod', 're:.*'] },
    {
      value: 'prod-eu',
      chosen: ['deploy', 'announce', 'europe', 'log'],
      matched: ['re:^prod', 'prod-eu', 're:.*'],
    },
    { value: '', chosen: ['log'], matched: ['re:.*'] },
  ])('of the value $value chooses $chosen', ({ value, chosen, matched }) => {
    expect(chooseTargets(routes, value)).toEqual({ chosen, matched });
  });

  it('chooses nothing where no route matches', () => {
    expect(chooseTargets(routes.slice(0, 3), 'other')).toEqual({ chosen: [], matched: [] });
  });

  it('runs the steps of every exact route that equals the value, each once', () => {
    const word = fc.constantFrom<string>('a', 'b', 'c', '');
    const someRoutes = fc.array(fc.record({ pattern: word, targets: fc.array(word) }));
    fc.assert(
      fc.property(someRoutes, word, (given, value) => {
        const { chosen } = chooseTargets(given, value);

        expect(new Set(chosen).size).toBe(chosen.length);
        for (const target of ['a', 'b', 'c', '']) {
          const isWanted = given.some((r) => r.pattern === value && r.targets.includes(target));
          expect(chosen.includes(target)).toBe(isWanted);
        }
      }),
    );
  });

  it('refuses a value that is too long for a route', () => {
    const greedy = [{ pattern: 're:[a-z]{1,900}!', targets: ['a'] }];

    expect(() => chooseTargets(greedy, 'a'.repeat(100_000))).toThrow(PatternError);
  });
});
