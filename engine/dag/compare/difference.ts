import type { NeedChange } from '../../contract/dag-changes.ts';

/** What stands on one side alone, each once and sorted. */
export function difference(before: Iterable<string>, after: Iterable<string>): NeedChange {
  const [old, now] = [new Set(before), new Set(after)];
  return {
    added: [...now].filter((name) => !old.has(name)).sort(),
    removed: [...old].filter((name) => !now.has(name)).sort(),
  };
}
