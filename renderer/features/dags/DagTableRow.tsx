import { memo } from 'react';
import type { DagListItem } from '#contract/dag.ts';
import type { Refusal } from '../../client/use-refusal.ts';
import { Checkbox } from '../../components/Checkbox.tsx';
import { Coded } from '../../components/Coded.tsx';
import type { MenuPlace } from '../../components/ContextMenu.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Link } from '../../components/Link.tsx';
import { useSharedNow } from '../../components/now-context.ts';
import { RunBars } from '../../components/RunBars.tsx';
import { Status } from '../../components/Status.tsx';
import { Switch } from '../../components/Switch.tsx';
import { paths } from '../../lib/paths.ts';
import { formatSchedules } from '../../lib/format-schedule.ts';
import { exactTime, relativeTime } from '../../lib/format-time.ts';
import { statusOf } from './dag-rows.ts';
import { formatLastRun } from './format-last-run.ts';
import { GitLetter } from './GitLetter.tsx';
import { texts } from './texts.ts';

/** What can be done in a row; the same object for as long as the table stands. */
export interface DagRowActs {
  readonly tick: (fileName: string, isRange: boolean) => void;
  readonly menu: (item: DagListItem, place: MenuPlace) => void;
  readonly suspend: (fileName: string, suspend: boolean) => void;
  readonly run: (item: DagListItem, button: HTMLElement) => void;
}

interface DagTableRowProps {
  readonly id: string;
  readonly item: DagListItem;
  readonly index: number;
  readonly start: number;
  /** The keyboard is on this row. */
  readonly isCursor: boolean;
  readonly isSelected: boolean;
  /** The editor keeps changes of it that are not saved. */
  readonly hasDraft: boolean;
  /** That of the engine, which the head of the table names. */
  readonly zone: string;
  readonly refusal: Refusal;
  readonly acts: DagRowActs;
}

/**
 * One DAG: how it is, when it runs, what it did, and the way to run it. It is drawn anew only when one of these changes; the
 * words that follow the clock are elements of their own.
 */
export const DagTableRow = memo(function DagTableRow(props: DagTableRowProps) {
  const { id, item, index, start, isCursor, isSelected, hasDraft, zone, refusal, acts } = props;
  const { dag, fileName, latestDAGRun } = item;
  const status = <Status status={statusOf(item)} size="short" />;
  const runRefusal = refusal('dags.start');
  return (
    <div
      id={id}
      className={isCursor ? 'list-row dag-row row-cursor' : 'list-row dag-row'}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      style={{ transform: `translateY(${start}px)` }}
      onContextMenu={(event) => {
        event.preventDefault();
        acts.menu(item, { x: event.clientX, y: event.clientY });
      }}
    >
      <span role="gridcell">
        <Checkbox
          label={texts.table.select(dag.name)}
          isSelected={isSelected}
          isInRow
          onChange={(_, isRange) => acts.tick(fileName, isRange)}
        />
      </span>
      <span role="gridcell">
        {latestDAGRun.dagRunId === '' || item.errors.length > 0 ? (
          status
        ) : (
          <Link tabIndex={-1} href={paths.run(latestDAGRun)} title={texts.commands.openLastRun}>
            {status}
          </Link>
        )}
      </span>
      <span role="gridcell" className="dag-name">
        <Link
          tabIndex={-1}
          href={paths.dag(fileName)}
          className="medium cut"
          title={dag.description || dag.name}
        >
          {dag.name}
        </Link>
        {hasDraft && (
          <span className="small secondary" title={texts.table.draftDetail}>
            {texts.table.draft}
          </span>
        )}
        <GitLetter fileName={fileName} />
      </span>
      <span role="gridcell" className="cut column-tags" title={dag.tags.join(' ')}>
        {dag.tags.map((tag) => (
          <Link key={tag} tabIndex={-1} className="tag" href={paths.dags(`tag:${tag}`)}>
            {tag}
          </Link>
        ))}
      </span>
      {item.errors.length > 0 ? (
        <span role="gridcell" className="cut tone-failed small" title={item.errors.join('\n')}>
          <Coded text={item.errors[0] ?? ''} />
        </span>
      ) : (
        <Schedule item={item} zone={zone} />
      )}
      <span role="gridcell" className="column-bars">
        <RunBars runs={item.recentRuns ?? []} />
      </span>
      <LastRun item={item} />
      <span role="gridcell">
        {(dag.schedule.length > 0 || item.suspended) && (
          <Switch
            label={texts.header.schedule(dag.name)}
            isOn={!item.suspended}
            refusal={refusal('dags.suspend')}
            isInRow
            onChange={(isOn) => acts.suspend(fileName, !isOn)}
          />
        )}
      </span>
      <span role="gridcell" title={runRefusal}>
        <button
          type="button"
          className="icon-button"
          tabIndex={-1}
          aria-label={texts.commands.runNamed(dag.name)}
          title={texts.commands.runNamed(dag.name)}
          disabled={runRefusal !== undefined || item.errors.length > 0}
          onClick={(event) => acts.run(item, event.currentTarget)}
        >
          <Icon name="play" />
        </button>
      </span>
    </div>
  );
});

interface CellProps {
  readonly item: DagListItem;
}

function Schedule({ item, zone }: CellProps & Pick<DagTableRowProps, 'zone'>) {
  const now = useSharedNow();
  const { schedule } = item.dag;
  const words = formatSchedules(schedule, zone);
  const title = schedule.map((entry) => entry.expression).join('\n');
  if (item.suspended) {
    return (
      <span role="gridcell" className="cut secondary" title={title}>
        {schedule.length === 0 ? texts.table.off : texts.table.offWas(words)}
      </span>
    );
  }
  const next = relativeTime(item.nextRun, now);
  return (
    <span
      role="gridcell"
      className="cut"
      title={[title, exactTime(item.nextRun)].join('\n').trim()}
    >
      {words}
      {next && <span className="secondary"> · {next}</span>}
    </span>
  );
}

function LastRun({ item }: CellProps) {
  const now = useSharedNow();
  const { problem, words } = formatLastRun(item, now);
  const exact = exactTime(item.latestDAGRun.finishedAt || item.latestDAGRun.startedAt);
  const title = [item.latestDAGRun.error, exact].filter(Boolean).join('\n');
  return (
    <span role="gridcell" className="cut column-last secondary small" title={title}>
      {problem && <span className="tone-failed">{problem}</span>}
      {problem && words && ' · '}
      {words}
    </span>
  );
}
