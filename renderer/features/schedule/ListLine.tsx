import { Icon } from '../../components/Icon.tsx';
import { Link } from '../../components/Link.tsx';
import { Status } from '../../components/Status.tsx';
import { formatDay, timeIn } from '../../lib/format-day.ts';
import { paths } from '../../lib/paths.ts';
import { formatSchedules } from '../../lib/format-schedule.ts';
import { entryStatus, formatSlotKind } from '../../lib/slot-entry.ts';
import { exactTime, relativeTime } from '../../lib/format-time.ts';
import { dateIn } from '../../lib/zone-time.ts';
import type { DayEntry } from './calendar-entries.ts';
import { CountWords } from './FrequentLanes.tsx';
import type { ListRow } from './list-rows.ts';
import type { OpenSlots } from './SlotPopover.tsx';
import { texts } from './texts.ts';

interface ListLineProps {
  readonly id: string;
  readonly row: ListRow;
  readonly index: number;
  readonly start: number;
  readonly zone: string;
  readonly now: number;
  readonly isCursor: boolean;
  readonly onOpen: (open: OpenSlots) => void;
}

/** One line of the list in its place. */
export function ListLine(props: ListLineProps) {
  const { id, row, index, start, isCursor } = props;
  const look = isCursor ? `${row.kind}-line row-cursor` : `${row.kind}-line`;
  return (
    <div
      id={id}
      className={`list-row list-line ${look}`}
      role="row"
      aria-rowindex={index + 1}
      style={{ transform: `translateY(${start}px)` }}
    >
      <Cells {...props} />
    </div>
  );
}

interface DayProps extends Pick<ListLineProps, 'zone' | 'now'> {
  readonly row: Extract<ListRow, { kind: 'day' }>;
}

/** The day of the lines below, for as long as any of them is in sight. Its own line says the same to those who hear it. */
export function PinnedDay(props: DayProps) {
  return (
    <div className="pinned-day" aria-hidden="true">
      <div className="list-row list-line day-line">
        <DayWords {...props} />
      </div>
    </div>
  );
}

function DayWords({ row, zone, now }: DayProps) {
  return (
    <>
      <b>{formatDay(row.date)}</b>
      {row.date === dateIn(zone, now) && (
        <span className="now-words small">{texts.list.today}</span>
      )}
      <span className="row small secondary count-words">
        <CountWords counts={row.counts} />
      </span>
    </>
  );
}

function Cells({ row, zone, now, onOpen }: ListLineProps) {
  switch (row.kind) {
    case 'day':
      return (
        <span role="gridcell" className="row">
          <DayWords row={row} zone={zone} now={now} />
        </span>
      );
    case 'often':
      return (
        <>
          <span role="gridcell" />
          <span role="gridcell" className="secondary">
            {texts.list.often}
          </span>
          <span role="gridcell" className="cut">
            <Link
              tabIndex={-1}
              data-open
              className="medium"
              href={paths.dagSchedule(row.dag.fileName, { day: row.date })}
            >
              {row.dag.name}
            </Link>
          </span>
          <span role="gridcell" className="row cut count-words">
            <CountWords counts={row.counts} />
            <span className="secondary">
              {formatSchedules(row.dag.schedule.filter((line) => line.kind === 'start'))}
            </span>
          </span>
        </>
      );
    case 'now':
      return (
        <span role="gridcell" className="now-words">
          {timeIn(zone, new Date(now).toISOString())}
          <span className="unseen">{texts.list.isNow}</span>
        </span>
      );
    default:
      return <SlotCells entry={row.entry} zone={zone} now={now} onOpen={onOpen} />;
  }
}

interface SlotCellsProps extends Pick<ListLineProps, 'zone' | 'now' | 'onOpen'> {
  readonly entry: DayEntry;
}

function SlotCells({ entry, zone, now, onOpen }: SlotCellsProps) {
  const { slot, planned, fileName, name, kind } = entry;
  const run = slot?.runStatus ? paths.run({ name, dagRunId: slot.dagRunId }) : undefined;
  return (
    <>
      <span role="gridcell" className="column-time" title={exactTime(entry.time)}>
        {timeIn(zone, entry.time)}
      </span>
      <span role="gridcell">
        <Status status={entryStatus(entry)} size="short" />
      </span>
      <span role="gridcell" className="cut">
        <Link tabIndex={-1} className="medium" href={paths.dag(fileName)} title={name}>
          {name}
        </Link>
        {formatSlotKind(kind) && <span className="secondary"> {formatSlotKind(kind)}</span>}
      </span>
      <span role="gridcell" className="cut small secondary" title={slot?.detail ?? planned?.note}>
        {slot?.detail ??
          [relativeTime(planned?.startsAt ?? entry.time, now), planned?.note]
            .filter(Boolean)
            .join(' · ')}
      </span>
      <span role="gridcell" className="small list-links">
        {run && (
          <Link tabIndex={-1} className="link" href={run}>
            {texts.commands.openRun}
          </Link>
        )}
        <button
          type="button"
          className="link plain"
          tabIndex={-1}
          data-open
          aria-haspopup="dialog"
          aria-label={slot ? texts.list.whyOf(name) : texts.list.whenOf(name)}
          onClick={(event) => onOpen({ key: entry.key, anchor: event.currentTarget })}
        >
          {slot ? texts.list.why : texts.list.when}
          <Icon name="right" />
        </button>
      </span>
    </>
  );
}
