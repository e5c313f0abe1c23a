import { memo } from 'react';
import type { RunDetail } from '#contract/run.ts';
import { Clocked } from '../../components/Clocked.tsx';
import { CopyText } from '../../components/CopyText.tsx';
import { useSharedNow } from '../../components/now-context.ts';
import { elapsedBetween, formatDuration } from '../../lib/duration.ts';
import { exactTime, shortTime } from '../../lib/format-time.ts';
import { formatTrigger } from '../../lib/format-trigger.ts';
import { formatParams } from '../../lib/params.ts';
import { formatMails } from './format-mails.ts';
import { texts } from './texts.ts';

/** Of a run what no step changes. */
export type RunHead = Omit<RunDetail, 'nodes'>;

interface FactsProps {
  readonly run: RunHead;
  readonly usual: number | undefined;
}

/** When a run began, how long it took, and why it began. */
export const FirstFacts = memo(function FirstFacts({ run, usual }: FactsProps) {
  const began = run.startedAt || run.queuedAt;
  return (
    <>
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
    </>
  );
});

/** Its mails, what it was made from, and its id. */
export const LastFacts = memo(function LastFacts({ run }: Pick<FactsProps, 'run'>) {
  const params = formatParams(run.params);
  return (
    <>
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
    </>
  );
});

function Mails({ run }: Pick<FactsProps, 'run'>) {
  const words = formatMails(run.mails);
  if (words === undefined) return null;
  return (
    <div className="fact-mail" title={words.detail}>
      <dt>{texts.header.mail}</dt>
      <dd className={words.isBad ? 'tone-failed cut' : 'cut'}>{words.text}</dd>
    </div>
  );
}

function Commit({ run: { git } }: Pick<FactsProps, 'run'>) {
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

function Elapsed({ run, usual }: FactsProps) {
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
