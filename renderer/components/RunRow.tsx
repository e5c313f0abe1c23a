import './run-row.css';
import { memo } from 'react';
import { beganAt, type RunSummary } from '#contract/run.ts';
import { elapsedBetween, formatDuration } from '../lib/duration.ts';
import { formatParams } from '../lib/params.ts';
import { paths } from '../lib/paths.ts';
import { exactTime, isSameDay, planTime, relativeTime, shortTime } from '../lib/format-time.ts';
import { plannedWords } from '../lib/start-time.ts';
import { formatTrigger } from '../lib/format-trigger.ts';
import { Link } from './Link.tsx';
import { useSharedNow } from './now-context.ts';
import { Status } from './Status.tsx';

interface RunRowProps {
  readonly id?: string;
  readonly run: RunSummary;
  readonly index: number;
  /** Where the row stands in a virtual list. */
  readonly start: number;
  readonly isCursor: boolean;
  /** Left out in a list that is of one DAG. */
  readonly hasName: boolean;
}

/** One run in a list, drawn anew only when it changes. */
export const RunRow = memo(function RunRow(props: RunRowProps) {
  const { id, run, index, start, isCursor, hasName } = props;
  const params = formatParams(run.params);
  const shownParams = params === '{}' ? '' : params;
  const classes = ['list-row', 'run-row'];
  if (!hasName) classes.push('run-row-bare');
  if (isCursor) classes.push('row-cursor');
  return (
    <div
      id={id}
      className={classes.join(' ')}
      role="row"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${start}px)` }}
    >
      <span role="gridcell">
        <Link tabIndex={-1} href={paths.run(run)}>
          <Status status={run.statusLabel} size="short" />
        </Link>
      </span>
      {hasName && (
        <span role="gridcell" className="cut">
          <Link tabIndex={-1} className="medium" href={paths.run(run)} title={run.name}>
            {run.name}
          </Link>
        </span>
      )}
      <span role="gridcell" className="cut column-time">
        <Began run={run} />
      </span>
      <span role="gridcell" className="column-time">
        <Elapsed run={run} />
      </span>
      <span role="gridcell" className="secondary column-trigger">
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
});

function Began({ run }: Pick<RunRowProps, 'run'>) {
  const now = useSharedNow();
  const planned = plannedWords(run, now);
  if (planned !== undefined) return <Planned at={run.plannedAt} words={planned} now={now} />;
  const at = beganAt(run);
  return (
    <span title={exactTime(at)}>
      {shortTime(at, now)} <span className="secondary">· {relativeTime(at, now)}</span>
    </span>
  );
}

interface PlannedProps {
  readonly at: string;
  readonly words: string;
  readonly now: number;
}

/** When it will begin. Where its day is said as well, there is no room for more. */
function Planned({ at, words, now }: PlannedProps) {
  const isToday = isSameDay(Date.parse(at), now);
  return (
    <span title={exactTime(at)}>
      <span className="planned-long">{words}</span>
      <span className="planned-short">{planTime(at, now)}</span>
      {isToday && <span className="secondary"> · {relativeTime(at, now)}</span>}
    </span>
  );
}

function Elapsed({ run }: Pick<RunRowProps, 'run'>) {
  const elapsed = elapsedBetween(run.startedAt, run.finishedAt, useSharedNow());
  return elapsed === undefined ? '' : formatDuration(elapsed);
}
