import type { SubRun } from '#contract/run.ts';
import type { RunStatus } from '#contract/status.ts';

/** Which of many sub-runs are shown, in their own order, and those that are folded away. */
export interface FoldedSubRuns {
  readonly shown: readonly SubRun[];
  readonly folded: readonly SubRun[];
}

/** What a person looks for comes first. */
const order: readonly RunStatus[] = [
  'failed',
  'rejected',
  'waiting',
  'running',
  'aborted',
  'partially_succeeded',
  'queued',
  'succeeded',
  'not_started',
];

/** Keeps those that need or get attention, as many as asked for; a fold of a single one would save nothing. */
export function foldSubRuns(subRuns: readonly SubRun[], most: number): FoldedSubRuns {
  if (subRuns.length <= most + 1) return { shown: subRuns, folded: [] };
  const ranked = subRuns
    .map((sub, index) => ({ index, rank: order.indexOf(sub.statusLabel) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index);
  const kept = new Set(ranked.slice(0, most).map(({ index }) => index));
  return {
    shown: subRuns.filter((_, index) => kept.has(index)),
    folded: subRuns.filter((_, index) => !kept.has(index)),
  };
}
