import type { Route } from './definition.ts';
import { matchesWhole, parsePattern } from './pattern.ts';

export interface Choice {
  /** Names of the steps that run, in the order of the text, each once. */
  readonly chosen: readonly string[];
  /** The patterns that matched, as they are written. */
  readonly matched: readonly string[];
}

/**
 * What a router chooses for a value: the steps of every route that matches, and there may be none.
 *
 * @throws PatternError for a value that is too long for an expression of the routes.
 */
export function chooseTargets(routes: readonly Route[], value: string): Choice {
  const matching = routes.filter(({ pattern }) => matchesWhole(parsePattern(pattern), value));
  return {
    chosen: [...new Set(matching.flatMap(({ targets }) => targets))],
    matched: matching.map(({ pattern }) => pattern),
  };
}
