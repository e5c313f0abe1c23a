import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';

/** `major`, `minor` and the like. */
export type CollectionKind = string;

const kinds: ReadonlyMap<number, CollectionKind> = new Map([
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weakcb'],
]);

/** Calls back after each garbage collection of this process, until the returned function is called. */
export function watchCollections(
  collected: (kind: CollectionKind, durationSec: number) => void,
): () => void {
  const observer = new PerformanceObserver((list) => {
    // The types leave out what entries of this type have.
    const entries = list.getEntries() as (PerformanceEntry & {
      readonly detail: { kind: number };
    })[];
    for (const { duration, detail } of entries) {
      const { kind } = detail;
      collected(kinds.get(kind) ?? 'other', duration / 1000);
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  return () => observer.disconnect();
}
