import { memo } from 'react';
import type { RunDetail } from '#contract/run.ts';
import { Button } from '../../components/Button.tsx';
import { Clocked } from '../../components/Clocked.tsx';
import { CopyText } from '../../components/CopyText.tsx';
import { Link } from '../../components/Link.tsx';
import { MoreMenu } from '../../components/MoreMenu.tsx';
import { useSharedNow } from '../../components/now-context.ts';
import { Status } from '../../components/Status.tsx';
import { elapsedBetween, formatDuration } from '../../lib/duration.ts';
import { formatParams } from '../../lib/params.ts';
import { paths } from '../../lib/paths.ts';
import { exactTime, shortTime } from '../../lib/format-time.ts';
import { formatTrigger } from '../../lib/format-trigger.ts';
import { Callers } from './Callers.tsx';
import type { RunCommands } from './run-commands.ts';
import type { RunPlace } from './run-identity.ts';
import { RunReason } from './RunReason.tsx';
import { formatMails } from './format-mails.ts';
import { runUsage, formatUsage } from './format-usage.ts';
import { texts } from './texts.ts';

interface RunHeaderProps {
  readonly run: RunDetail;
  readonly callers: readonly RunPlace[];
  readonly commands: RunCommands;
  /** Usual duration in milliseconds, where there is a history. */
  readonly usual: number | undefined;
}

/** Status, times and commands of a run, and where it came from. */
export function RunHeader({ run, callers, commands, usual }: RunHeaderProps) {
  return (
    <header className="run-head">
      <div className="row">
        <Callers callers={callers} />
        <h1 className="title cut">
          {callers.length > 0 ? (
            // The DAG of a sub-run may stand in the file of its caller and have no page of its own.
            run.name
          ) : (
            <Link href={paths.dag(run.name)} title={texts.header.openDag(run.name)}>
              {run.name}
            </Link>
          )}
        </h1>
        <span className="row" aria-live="polite">
          <Status status={run.statusLabel} />
        </span>
        <RunReason run={run} />
        <span className="grow" />
        <HeaderCommands name={run.name} commands={commands} />
      </div>
      <Facts run={run} usual={usual} />
    </header>
  );
}

interface HeaderCommandsProps extends Pick<RunHeaderProps, 'commands'> {
  readonly name: string;
}

const HeaderCommands = memo(function HeaderCommands({ name, commands }: HeaderCommandsProps) {
  const { stop, retry } = commands;
  return (
    <>
      {stop && (
        <Button icon="stop" onPress={stop.run}>
          {stop.label}
        </Button>
      )}
      {retry && (
        <span title={retry.detail}>
          <Button icon="retry" isDisabled={retry.isDisabled ?? false} onPress={retry.run}>
            {retry.label}
          </Button>
        </span>
      )}
      <MoreMenu label={texts.header.more(name)} commands={commands.run} />
    </>
  );
});

function Facts({ run, usual }: Omit<RunHeaderProps, 'commands' | 'callers'>) {
  const params = formatParams(run.params);
  const began = run.startedAt || run.queuedAt;
  return (
    <dl className="facts small">
      <div>
        <dt>{run.startedAt === '' ? texts.header.queued : texts.header.started}</dt>
        <dd title={exactTime(began)}>
          <Clocked>{(now) => shortTime(began, now) || '—'}</Clocked>
        </dd>
      </div>
      <Elapsed run={run} usual={usual} />
      <div>
        <dt>{texts.header.trigger}</dt>
        <dd>{formatTrigger(run)}</dd>
      </div>
      {run.attempt > 1 && (
        <div>
          <dt>{texts.header.attempt}</dt>
          <dd>{run.attempt}</dd>
        </div>
      )}
      <Used run={run} />
      <Mails run={run} />
      <Commit run={run} />
      {params !== '' && params !== '{}' && (
        <div className="fact-params">
          <dt>{texts.header.parameters}</dt>
          <dd className="mono cut" title={params}>
            {params}
          </dd>
        </div>
      )}
      <div className="fact-run">
        <dt>{texts.header.run}</dt>
        <dd>
          <CopyText text={run.dagRunId} shown={shortId(run.dagRunId)} what={texts.header.runId} />
        </dd>
      </div>
    </dl>
  );
}

function Used({ run }: Pick<RunHeaderProps, 'run'>) {
  const words = formatUsage(runUsage(run));
  if (words === '') return null;
  return (
    <div className="fact-usage" title={texts.header.usedDetail}>
      <dt>{texts.header.used}</dt>
      <dd>{words}</dd>
    </div>
  );
}

function Mails({ run }: Pick<RunHeaderProps, 'run'>) {
  const words = formatMails(run.mails);
  if (words === undefined) return null;
  return (
    <div className="fact-mail" title={words.detail}>
      <dt>{texts.header.mail}</dt>
      <dd className={words.isBad ? 'tone-failed cut' : 'cut'}>{words.text}</dd>
    </div>
  );
}

function Commit({ run: { git } }: Pick<RunHeaderProps, 'run'>) {
  if (git === undefined) return null;
  const { commit, changed } = git;
  return (
    <div title={changed ? texts.header.changedDetail : texts.header.commitDetail}>
      <dt>{texts.header.commit}</dt>
      <dd>
        <CopyText text={commit} shown={commit.slice(0, 8)} what={texts.header.commitId} />
        {changed && <span className="secondary"> {texts.header.changed}</span>}
      </dd>
    </div>
  );
}

function Elapsed({ run, usual }: Omit<RunHeaderProps, 'commands' | 'callers'>) {
  const elapsed = elapsedBetween(run.startedAt, run.finishedAt, useSharedNow());
  if (elapsed === undefined) return null;
  const isRunning = run.finishedAt === '';
  return (
    <div>
      <dt>{isRunning ? texts.header.elapsed : texts.header.duration}</dt>
      <dd className="strong">{formatDuration(elapsed)}</dd>
      {usual !== undefined && (
        <dd className="secondary">{texts.header.ofUsual(formatDuration(usual))}</dd>
      )}
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
