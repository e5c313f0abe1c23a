import './run-row.css';
import type { RunSummary } from '#contract/run.ts';
import { elapsedBetween, formatDuration } from '../lib/duration.ts';
import { formatParams } from '../lib/params.ts';
import { paths } from '../lib/paths.ts';
import { exactTime, relativeTime, shortTime } from '../lib/format-time.ts';
import { formatTrigger } from '../lib/format-trigger.ts';
import { Link } from './Link.tsx';
import { Status } from './Status.tsx';

interface RunRowProps {
  readonly run: RunSummary;
  readonly now: number;
  readonly index: number;
  /** Where the row stands in a virtual list. */
  readonly start: number;
  readonly isCursor: boolean;
}

/** One run in a list. */
export function RunRow({ run, now, index, start, isCursor }: RunRowProps) {
  const began = run.startedAt || run.queuedAt;
  const elapsed = elapsedBetween(run.startedAt, run.finishedAt, now);
  const params = formatParams(run.params);
  const shownParams = params === '{}' ? '' : params;
  return (
    <div
      className={isCursor ? 'list-row run-row row-cursor' : 'list-row run-row'}
      role="row"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${start}px)` }}
    >
      <span role="gridcell">
        <Link href={paths.run(run)}>
          <Status status={run.statusLabel} size="short" />
        </Link>
      </span>
      <span role="gridcell" className="cut">
        <Link className="medium" href={paths.run(run)} title={run.name}>
          {run.name}
        </Link>
      </span>
      <span role="gridcell" className="cut column-time" title={exactTime(began)}>
        {shortTime(began, now)} <span className="secondary">· {relativeTime(began, now)}</span>
      </span>
      <span role="gridcell" className="column-time">
        {elapsed === undefined ? '' : formatDuration(elapsed)}
      </span>
      <span role="gridcell" className="secondary">
        {formatTrigger(run)}
      </span>
      {run.error === '' ? (
        <span role="gridcell" className="cut mono secondary" title={shownParams}>
          {shownParams}
        </span>
      ) : (
        <span role="gridcell" className="cut small tone-failed" title={run.error}>
          {run.error}
        </span>
      )}
      <span role="gridcell" className="cut mono secondary column-id" title={run.dagRunId}>
        {run.dagRunId}
      </span>
    </div>
  );
}
