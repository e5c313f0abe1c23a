import { memo, useState, type ReactNode } from 'react';
import type { RunDetail } from '#contract/run.ts';
import type { RunStatus } from '#contract/status.ts';
import { Link } from '../../components/Link.tsx';
import { Status } from '../../components/Status.tsx';
import { paths } from '../../lib/paths.ts';
import { Callers } from './Callers.tsx';
import { FirstFacts, LastFacts, type RunHead } from './RunFacts.tsx';
import type { RunPlace } from './run-identity.ts';
import { RunQueue } from './RunQueue.tsx';
import { RunReason } from './RunReason.tsx';
import { runUsage, formatUsage } from './format-usage.ts';
import { texts } from './texts.ts';

interface RunHeaderProps {
  readonly run: RunDetail;
  readonly callers: readonly RunPlace[];
  /** Usual duration in milliseconds, where there is a history. */
  readonly usual: number | undefined;
  /** Its commands. */
  readonly children: ReactNode;
}

/** Status, times and commands of a run, and where it came from. */
export function RunHeader({ run, callers, usual, children }: RunHeaderProps) {
  const head = useHead(run);
  return (
    <header className="run-head">
      <div className="row">
        <Title name={run.name} status={run.statusLabel} callers={callers} />
        <RunReason run={run} />
        {run.statusLabel === 'queued' && run.parentDAGRunId === '' && <RunQueue run={run} />}
        <span className="grow" />
        {children}
      </div>
      <dl className="facts small">
        <FirstFacts run={head} usual={usual} />
        <Used run={run} />
        <LastFacts run={head} />
      </dl>
    </header>
  );
}

interface TitleProps extends Pick<RunHeaderProps, 'callers'> {
  readonly name: string;
  readonly status: RunStatus;
}

const Title = memo(function Title({ name, status, callers }: TitleProps) {
  return (
    <>
      <Callers callers={callers} />
      <h1 className="title cut">
        {callers.length > 0 ? (
          // The DAG of a sub-run may stand in the file of its caller and have no page of its own.
          name
        ) : (
          <Link href={paths.dag(name)} title={texts.header.openDag(name)}>
            {name}
          </Link>
        )}
      </h1>
      <span className="row" aria-live="polite">
        <Status status={status} />
      </span>
    </>
  );
});

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

/** The same object until something changes that is no step: what is drawn of it stays. */
function useHead({ nodes: _steps, ...head }: RunDetail): RunHead {
  const [kept, keep] = useState<RunHead>(head);
  if (isSameHead(kept, head)) return kept;
  keep(head);
  return head;
}

function isSameHead(one: RunHead, other: RunHead): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof RunHead)[];
  return names.every((name) => one[name] === other[name]);
}
