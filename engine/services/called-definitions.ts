import type { LoadResult } from '../dag/definition.ts';
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

const MOST = 50;
/** In characters: longer texts are not kept, so that fifty of them are not either. */
const LONGEST = 200_000;

export function createLoadCalled(): LoadCalled {
  const kept = new Map<string, LoadResult>();
  return ({ text, base, name }) => {
    if (text.length > LONGEST) return load({ text, base, name });
    const key = [name, base ?? '', text].join('\0');
    const loaded = kept.get(key) ?? load({ text, base, name });
    // What was used last stands last.
    kept.delete(key);
    kept.set(key, loaded);
    const [oldest] = kept.keys();
    if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
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
