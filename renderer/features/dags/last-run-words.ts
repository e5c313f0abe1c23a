import type { DagListItem } from '#contract/dag.ts';
import { elapsedBetween, formatDuration, median } from '../../lib/duration.ts';
import { relativeTime } from '../../lib/time-words.ts';

/** The last run in a few words; what went wrong comes first. */
export interface LastRunWords {
  readonly problem?: string;
  readonly words: string;
}

export function lastRunWords(item: DagListItem, now: number): LastRunWords {
  const run = item.latestDAGRun;
  const elapsed = elapsedBetween(run.startedAt, run.finishedAt, now);
  const ago = relativeTime(run.finishedAt || run.startedAt || run.queuedAt, now);
  switch (run.statusLabel) {
    case 'not_started':
      return { words: 'never ran' };
    case 'queued':
      return { words: `queued ${ago}` };
    case 'running': {
      const usual = usualDuration(item);
      const words = formatDuration(elapsed ?? 0);
      return { words: usual === undefined ? words : `${words} of ${formatDuration(usual)}` };
    }
    case 'failed':
    case 'rejected':
    case 'aborted':
      return run.error === ''
        ? { words: joined(elapsed, ago) }
        : { problem: shortReason(run.error), words: ago.replace(' ago', '') };
    case 'waiting':
      return { words: `waits since ${ago}`.replace(' ago', '') };
    default:
      return { words: joined(elapsed, ago) };
  }
}

/** The middle of the successful recent runs. */
function usualDuration(item: Pick<DagListItem, 'recentRuns'>): number | undefined {
  const finished = (item.recentRuns ?? []).filter((run) => run.statusLabel === 'succeeded');
  return median(finished.flatMap((run) => elapsedBetween(run.startedAt, run.finishedAt, 0) ?? []));
}

function joined(elapsed: number | undefined, ago: string): string {
  return elapsed === undefined ? ago : `${formatDuration(elapsed)} · ${ago}`;
}

/** The cell is narrow: an exit code says most of what there is to say. */
function shortReason(error: string): string {
  const code = /exit(?:ed with code| code| status)? (\d+)/i.exec(error);
  return code === null ? error : `exit ${code[1]}`;
}
