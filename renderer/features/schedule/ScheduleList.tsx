import { useMemo, useRef } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Calendar, SlotCounts } from '#contract/schedule.ts';
import { useRowKeys } from '../../components/use-row-keys.ts';
import type { DayEntry } from './calendar-entries.ts';
import { listRows, type ListRow } from './list-rows.ts';
import { ListLine, PinnedDay } from './ListLine.tsx';
import { ListFilter } from './ListFilter.tsx';
import type { SlotFilter } from './schedule-address.ts';
import type { OpenSlots } from './SlotPopover.tsx';
import { texts } from './texts.ts';

interface ScheduleListProps {
  readonly calendar: Calendar;
  readonly days: ReadonlyMap<string, readonly DayEntry[]>;
  readonly dates: readonly string[];
  readonly counts: SlotCounts;
  readonly filter: SlotFilter;
  readonly now: number;
  readonly onFilter: (filter: Partial<SlotFilter>) => void;
  readonly onOpen: (open: OpenSlots) => void;
}

const ROW = 28;
/** With the day above them. */
const LINES_BEFORE = 9;

/** The slots by time, with the reason of each; those of one DAG or one fate on request. */
export function ScheduleList(props: ScheduleListProps) {
  const { calendar, days, dates, counts, filter, now, onFilter, onOpen } = props;
  const { state, dag } = filter;
  const rows = useMemo(
    () => listRows({ calendar, days, dates, filter: { state, dag }, now }),
    [calendar, days, dates, state, dag, now],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const present = rows.findIndex((row) => row.kind === 'now');
  // eslint-disable-next-line react-hooks/incompatible-library -- The rows below are drawn from it in this component alone.
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    // It begins with the present in sight, and a few lines of what was above it.
    initialOffset: Math.max(0, (present - LINES_BEFORE) * ROW),
    overscan: 12,
    // The day stands over the first line.
    scrollPaddingStart: ROW,
  });
  const items = virtualizer.getVirtualItems();
  const topmost = virtualizer.range?.startIndex ?? 0;
  const day = rows.slice(0, topmost + 1).findLast((row) => row.kind === 'day');

  const { cursor, rowId, listProps } = useRowKeys({
    count: rows.length,
    scroller,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
    first: () => stopTowards(rows, present, present + 1),
    rest: (from, to) => stopTowards(rows, from, to),
    onOpen: (index) =>
      document.getElementById(rowId(index))?.querySelector<HTMLElement>('[data-open]')?.click(),
  });

  return (
    <>
      <ListFilter counts={counts} filter={filter} onFilter={onFilter} />
      <div
        className="list-table"
        role="grid"
        aria-label={texts.list.label}
        aria-rowcount={rows.length}
      >
        <div
          ref={scroller}
          className="list-rows slot-list"
          role="rowgroup"
          aria-label={texts.list.rows}
          {...listProps}
        >
          {day && <PinnedDay row={day} zone={calendar.timezone} now={now} />}
          <div role="presentation" style={{ height: virtualizer.getTotalSize() }}>
            {items.map(({ index, start }) => {
              const row = rows[index];
              return (
                row && (
                  <ListLine
                    key={index}
                    id={rowId(index)}
                    row={row}
                    index={index}
                    start={start}
                    zone={calendar.timezone}
                    now={now}
                    isCursor={index === cursor}
                    onOpen={onOpen}
                  />
                )
              );
            })}
          </div>
        </div>
      </div>
      {rows.length === 0 && (
        <p className="no-match secondary">
          {state === undefined && dag === '' ? texts.calendar.noneDue : texts.list.noMatch}
        </p>
      )}
    </>
  );
}

/** The row nearest to another one that has something to open, coming from a third: heads of days are passed over. */
function stopTowards(rows: readonly ListRow[], from: number, to: number): number {
  const by = to < from ? -1 : 1;
  for (let index = to; index >= 0 && index < rows.length; index += by) {
    if (isStop(rows[index])) return index;
  }
  for (let index = to; index !== from; index -= by) {
    if (isStop(rows[index])) return index;
  }
  return Math.max(0, from);
}

function isStop(row: ListRow | undefined): boolean {
  return row?.kind === 'slot' || row?.kind === 'often';
}
