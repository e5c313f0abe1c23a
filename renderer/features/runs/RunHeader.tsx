import type { RunDetail } from '#contract/run.ts';
import { isActiveRun } from '#contract/status.ts';
import { Button } from '../../components/Button.tsx';
import { CopyText } from '../../components/CopyText.tsx';
import { Link } from '../../components/Link.tsx';
import { Status } from '../../components/Status.tsx';
import { elapsedBetween, formatDuration } from '../../lib/duration.ts';
import { paramWords } from '../../lib/params.ts';
import { paths } from '../../lib/paths.ts';
import { exactTime, shortTime } from '../../lib/time-words.ts';
import { triggerWord } from '../../lib/trigger-words.ts';
import { runReason } from './run-words.ts';

interface RunHeaderProps {
  readonly run: RunDetail;
  /** Usual duration in milliseconds, where there is a history. */
  readonly usual: number | undefined;
  readonly now: number;
  readonly onStop: () => void;
}

export function RunHeader({ run, usual, now, onStop }: RunHeaderProps) {
  const reason = runReason(run);
  const params = paramWords(run.params);
  const began = run.startedAt || run.queuedAt;
  return (
    <header className="run-head">
      <div className="row">
        <h1 className="title">
          <Link href={paths.dag(run.name)} title={`Open the DAG ${run.name}`}>
            {run.name}
          </Link>
        </h1>
        <span className="row" aria-live="polite">
          <Status status={run.statusLabel} />
        </span>
        {reason && (
          <span className="secondary cut" title={reason}>
            · {reason}
          </span>
        )}
        <span className="grow" />
        {run.parentDAGRunId !== '' && (
          <Link
            className="link"
            href={paths.run({ name: run.parentDAGRunName, dagRunId: run.parentDAGRunId })}
          >
            Open parent run
          </Link>
        )}
        {isActiveRun(run.statusLabel) && (
          <Button icon="stop" onPress={onStop}>
            Stop
          </Button>
        )}
      </div>
      <dl className="facts small">
        <div>
          <dt>{run.startedAt === '' ? 'Queued' : 'Started'}</dt>
          <dd title={exactTime(began)}>{shortTime(began, now) || '—'}</dd>
        </div>
        <Elapsed run={run} usual={usual} now={now} />
        <div>
          <dt>Trigger</dt>
          <dd>{triggerWord(run)}</dd>
        </div>
        {params !== '' && params !== '{}' && (
          <div className="fact-params">
            <dt>Parameters</dt>
            <dd className="mono cut" title={params}>
              {params}
            </dd>
          </div>
        )}
        <div className="fact-run">
          <dt>Run</dt>
          <dd>
            <CopyText text={run.dagRunId} shown={shortId(run.dagRunId)} what="run id" />
          </dd>
        </div>
      </dl>
    </header>
  );
}

function Elapsed({ run, usual, now }: Omit<RunHeaderProps, 'onStop'>) {
  const elapsed = elapsedBetween(run.startedAt, run.finishedAt, now);
  if (elapsed === undefined) return null;
  const isRunning = run.finishedAt === '';
  return (
    <div>
      <dt>{isRunning ? 'Elapsed' : 'Took'}</dt>
      <dd className="strong">{formatDuration(elapsed)}</dd>
      {usual !== undefined && <dd className="secondary">of usual {formatDuration(usual)}</dd>}
      {isRunning && usual !== undefined && (
        <dd className="progress" aria-hidden="true">
          <i style={{ width: `${Math.min(100, (elapsed / Math.max(1, usual)) * 100)}%` }} />
        </dd>
      )}
    </div>
  );
}

/** The ends of an id tell more than its middle. */
function shortId(id: string): string {
  return id.length <= 16 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`;
}
