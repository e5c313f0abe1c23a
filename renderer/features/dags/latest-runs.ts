import type { DagListItem } from '#contract/dag.ts';
import type { LatestRun, RunSummary } from '#contract/run.ts';

/** The list after a run was created or changed; rows that it does not concern stay the same objects. */
export function withRun(
  dags: readonly DagListItem[],
  run: RunSummary,
  keep: number,
): readonly DagListItem[] {
  // Sub-runs belong to the step that called them, not to the history of their DAG.
  if (run.parentDAGRunId !== '' || !dags.some((item) => item.dag.name === run.name)) return dags;
  return dags.map((item) => (item.dag.name === run.name ? withLatest(item, run, keep) : item));
}

function withLatest(item: DagListItem, run: RunSummary, keep: number): DagListItem {
  const recent = item.recentRuns ?? [];
  const known = recent.some((other) => other.dagRunId === run.dagRunId);
  const recentRuns = known
    ? recent.map((other) => (other.dagRunId === run.dagRunId ? { ...other, ...barOf(run) } : other))
    : [barOf(run), ...recent].slice(0, keep);
  return { ...item, recentRuns, latestDAGRun: latestOf(item.latestDAGRun, run) };
}

/** The newer of the run that is shown and one that has changed: an older one that ends does not take its place. */
export function latestOf(latest: LatestRun, run: RunSummary): LatestRun {
  return latest.dagRunId === run.dagRunId || madeAt(run) >= madeAt(latest) ? run : latest;
}

function barOf({ dagRunId, status, statusLabel, startedAt, finishedAt }: RunSummary) {
  return { dagRunId, status, statusLabel, startedAt, finishedAt };
}

/** One that waited in a queue was made when it was queued. */
function madeAt(run: { readonly queuedAt: string; readonly startedAt: string }): string {
  return run.queuedAt || run.startedAt;
}
