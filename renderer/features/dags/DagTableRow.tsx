import type { DagListItem } from '#contract/dag.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { Checkbox } from '../../components/Checkbox.tsx';
import { Coded } from '../../components/Coded.tsx';
import { Link } from '../../components/Link.tsx';
import { RunBars } from '../../components/RunBars.tsx';
import { Status } from '../../components/Status.tsx';
import { Switch } from '../../components/Switch.tsx';
import { paths } from '../../lib/paths.ts';
import { formatSchedules } from '../../lib/format-schedule.ts';
import { exactTime, relativeTime } from '../../lib/format-time.ts';
import type { DagListStore } from './dag-list-store.ts';
import { statusOf } from './dag-rows.ts';
import { formatLastRun } from './format-last-run.ts';
import type { RowPlace } from './row-place.ts';
import { RunButton } from './RunButton.tsx';
import { texts } from './texts.ts';

interface DagTableRowProps {
  readonly item: DagListItem;
  readonly place: RowPlace;
  readonly store: DagListStore;
  readonly isSelected: boolean;
  readonly now: number;
  readonly onTick: (fileName: string) => void;
  readonly onMenu: (x: number, y: number) => void;
}

/** One DAG: how it is, when it runs, what it did, and the way to run it. */
export function DagTableRow(props: DagTableRowProps) {
  const { item, place, store, isSelected, now, onTick, onMenu } = props;
  const { dag, fileName, latestDAGRun } = item;
  const { run, suspend, paramRules } = store.getState();
  const refusal = useRefusal();
  const status = <Status status={statusOf(item)} size="short" />;
  return (
    <div
      className={place.isCursor ? 'list-row dag-row row-cursor' : 'list-row dag-row'}
      role="row"
      aria-rowindex={place.index + 2}
      aria-selected={isSelected}
      style={{ transform: `translateY(${place.start}px)` }}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(event.clientX, event.clientY);
      }}
    >
      <span role="gridcell">
        <Checkbox
          label={texts.table.select(dag.name)}
          isSelected={isSelected}
          onChange={() => onTick(fileName)}
        />
      </span>
      <span role="gridcell">
        {latestDAGRun.dagRunId === '' || item.errors.length > 0 ? (
          status
        ) : (
          <Link href={paths.run(latestDAGRun)} title={texts.commands.openLastRun}>
            {status}
          </Link>
        )}
      </span>
      <span role="gridcell" className="cut">
        <Link href={paths.dag(fileName)} className="medium" title={dag.description || dag.name}>
          {dag.name}
        </Link>
      </span>
      <span role="gridcell" className="cut column-tags" title={dag.tags.join(' ')}>
        {dag.tags.map((tag) => (
          <Link key={tag} className="tag" href={paths.dags(`tag:${tag}`)}>
            {tag}
          </Link>
        ))}
      </span>
      {item.errors.length > 0 ? (
        <span role="gridcell" className="cut tone-failed small" title={item.errors.join('\n')}>
          <Coded text={item.errors[0] ?? ''} />
        </span>
      ) : (
        <Schedule item={item} now={now} />
      )}
      <span role="gridcell">
        <RunBars runs={item.recentRuns ?? []} />
      </span>
      <LastRun item={item} now={now} />
      <span role="gridcell">
        {(dag.schedule.length > 0 || item.suspended) && (
          <Switch
            label={texts.header.schedule(dag.name)}
            isOn={!item.suspended}
            refusal={refusal('dags.suspend')}
            onChange={(isOn) => void suspend([fileName], !isOn)}
          />
        )}
      </span>
      <span role="gridcell">
        <RunButton
          name={dag.name}
          params={dag.params}
          isDisabled={item.errors.length > 0}
          refusal={refusal('dags.start')}
          paramRules={() => paramRules(fileName)}
          onRun={(params) => run(fileName, params)}
        />
      </span>
    </div>
  );
}

function Schedule({ item, now }: Pick<DagTableRowProps, 'item' | 'now'>) {
  const { schedule } = item.dag;
  const words = formatSchedules(schedule);
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

function LastRun({ item, now }: Pick<DagTableRowProps, 'item' | 'now'>) {
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
