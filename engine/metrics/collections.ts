import { watchCollections } from '../platform/garbage-collections.ts';
import type { Metric } from './exposition.ts';
import { Histogram } from './histogram.ts';

/** The garbage collections of this process. */
export interface Collections {
  readonly metrics: () => readonly Metric[];
  readonly stop: () => void;
}

const BOUNDS = [0.001, 0.01, 0.1, 1, 2, 5];

/** Counts from now on. Collections are told of when they happen: nothing happens while the process is idle. */
export function countCollections(): Collections {
  const byKind = new Map<string, Histogram>();
  // A summary without quantiles.
  const all = new Histogram([]);
  const stop = watchCollections((kind, durationSec) => {
    const histogram = byKind.get(kind) ?? new Histogram(BOUNDS);
    byKind.set(kind, histogram);
    histogram.observe(durationSec);
    all.observe(durationSec);
  });
  const metrics = (): readonly Metric[] => [
    {
      name: 'nodejs_gc_duration_seconds',
      help: 'Garbage collections by kind, in seconds.',
      type: 'histogram',
      series: [...byKind].map(([kind, value]) => ({ labels: { kind }, value })),
    },
    {
      name: 'go_gc_duration_seconds',
      help: 'All garbage collections, in seconds.',
      type: 'summary',
      series: [{ value: all }],
    },
  ];
  return { metrics, stop };
}
