import type { LoadResult } from '../dag/definition.ts';
import type { RecentCache } from '../lib/recent-cache.ts';
import { hashOf } from '../platform/file-stamp.ts';
import { loadBase, loadDag } from '../steps/load-dag.ts';

/** A definition as its callers see it: the text, what base.yaml says, and the name of a first document without one. */
export interface CalledText {
  readonly text: string;
  /** Text of base.yaml; null where there is none. */
  readonly base: string | null;
  readonly name: string;
}

/** Reads definitions that steps call. A step may call one a thousand times, so the last ones are kept. */
export type LoadCalled = (called: CalledText) => LoadResult;

export function createLoadCalled(cache: RecentCache<LoadResult>): LoadCalled {
  return ({ text, base, name }) => {
    const key = hashOf([name, base ?? '', text].join('\0'));
    const known = cache.get(key);
    if (known !== undefined) return known;
    const loaded = load({ text, base, name });
    cache.set(key, loaded);
    return loaded;
  };
}

function load({ text, base, name }: CalledText): LoadResult {
  return loadDag(text, {
    name,
    base: base === null ? null : loadBase(base),
    asCalled: true,
  });
}
