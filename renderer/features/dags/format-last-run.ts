import type { DagListItem } from '#contract/dag.ts';
import { elapsedBetween, formatDuration, median } from '../../lib/duration.ts';
import { relativeTime, timeSince } from '../../lib/format-time.ts';
import { plannedWords } from '../../lib/start-time.ts';
import { texts } from './texts.ts';

/** The last run in a few words; what went wrong comes first. */
export interface LastRunText {
  readonly problem?: string;
  readonly words: string;
}

/** What is said of the last run of a DAG; `now` is in milliseconds since the epoch. */
export function formatLastRun(item: DagListItem, now: number): LastRunText {
  const run = item.latestDAGRun;
  const elapsed = elapsedBetween(run.startedAt, run.finishedAt, now);
  const time = run.finishedAt || run.startedAt || run.queuedAt;
  const ago = relativeTime(time, now);
  switch (run.statusLabel) {
    case 'not_started':
      return { words: texts.lastRun.never };
    case 'queued':
      return { words: plannedWords(run, now) ?? texts.lastRun.queued(ago) };
    case 'running': {
      const usual = usualDuration(item);
      const words = formatDuration(elapsed ?? 0);
      return {
        words: usual === undefined ? words : texts.lastRun.of(words, formatDuration(usual)),
      };
    }
    case 'failed':
    case 'rejected':
    case 'aborted':
      return run.error === ''
        ? { words: joined(elapsed, ago) }
        : { problem: shortReason(run.error), words: ago };
    case 'waiting':
      return { words: texts.lastRun.waiting(timeSince(time, now)) };
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
  return code === null ? error : texts.lastRun.exit(code[1] ?? '');
}
