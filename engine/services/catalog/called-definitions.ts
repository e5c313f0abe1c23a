import type { LoadResult } from '../../dag/definition.ts';
import { underOf, type Aside } from '../../execution/aside/aside.ts';
import type { RecentCache } from '../../lib/recent-cache.ts';
import { hashOf } from '../../platform/file-stamp.ts';

/** A definition as its callers see it: the text, what base.yaml says, and the name of a first document without one. */
export interface CalledText {
  readonly text: string;
  /** Text of base.yaml; null where there is none. */
  readonly base: string | null;
  readonly name: string;
}

/** Reads definitions that steps call. A step may call one a thousand times, so the last ones are kept. */
export type LoadCalled = (called: CalledText) => Promise<LoadResult>;

/** A definition is known by its name, its base and its text, so a changed one is never taken for that before. */
export function createLoadCalled(
  cache: RecentCache<LoadResult>,
  aside: Pick<Aside, 'load'>,
): LoadCalled {
  return async ({ text, base, name }) => {
    const key = hashOf([name, base ?? '', text].join('\0'));
    const known = cache.get(key);
    if (known !== undefined) return known;
    const loaded = await aside.load(text, { name, under: underOf(base), asCalled: true });
    cache.set(key, loaded);
    return loaded;
  };
}
