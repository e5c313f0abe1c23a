import { useCallback, useRef, useState } from 'react';
import type { Calendar } from '#contract/schedule.ts';
import { dayOfMonth, formatDay, shortWeekday, zonePlace } from '../../lib/format-day.ts';
import { wallTime } from '../../lib/zone-time.ts';
import type { DayEntry } from './calendar-entries.ts';
import { DayColumn } from './DayColumn.tsx';
import { downtimeBands } from './downtime-bands.ts';
import { FrequentLanes } from './FrequentLanes.tsx';
import { HourMarks } from './HourMarks.tsx';
import { useElementSize } from '../../components/use-element-size.ts';
import { moveFocus } from './move-focus.ts';
import { DAY_HEIGHT, lanesIn, topOf } from './slot-lanes.ts';
import type { OpenSlots } from './SlotPopover.tsx';
import { texts } from './texts.ts';

interface WeekViewProps {
  readonly calendar: Calendar;
  readonly days: ReadonlyMap<string, readonly DayEntry[]>;
  readonly dates: readonly string[];
  readonly now: number;
  readonly open: OpenSlots | undefined;
  readonly onOpen: (open: OpenSlots) => void;
}

const none: readonly DayEntry[] = [];
/** Pixels of the column of the hours. */
const GUTTER = 52;

/** The days side by side, an hour every 24 pixels; DAGs that run often have a row of numbers on top. */
export function WeekView({ calendar, days, dates, now, open, onOpen }: WeekViewProps) {
  const zone = calendar.timezone;
  const wall = wallTime(zone, now);
  const scroller = useScrollToNow(topOf(wall.minute));
  const [watch, { width }] = useElementSize();
  const lanes = lanesIn((width - GUTTER) / dates.length);
  const [current, setCurrent] = useState<string>();
  const shown = dates.flatMap((date) => (days.get(date) ?? none).map((entry) => entry.key));
  // One of them can be reached with Tab, the others from there with the arrow keys.
  const reachable = current !== undefined && shown.includes(current) ? current : shown[0];
  return (
    <div
      ref={scroller}
      className="calendar"
      style={{ '--days': dates.length } as React.CSSProperties}
      onKeyDown={moveFocus}
    >
      <div className="calendar-row calendar-heads">
        <div className="gutter" title={texts.timesIn(zone)}>
          {zonePlace(zone)}
        </div>
        {dates.map((date) => (
          <h2
            key={date}
            className={date === wall.date ? 'day-head today' : 'day-head'}
            aria-current={date === wall.date ? 'date' : undefined}
          >
            {shortWeekday(date)} <b>{dayOfMonth(date)}</b>
          </h2>
        ))}
      </div>
      <FrequentLanes dags={calendar.dags} dates={dates} />
      <div ref={watch} className="calendar-row calendar-days" style={{ minHeight: DAY_HEIGHT }}>
        <HourMarks now={dates.includes(wall.date) ? wall.minute : undefined} />
        {dates.map((date) => (
          <DayColumn
            key={date}
            label={formatDay(date)}
            entries={days.get(date) ?? none}
            bands={downtimeBands(calendar, date)}
            nowTop={date === wall.date ? topOf(wall.minute) : undefined}
            zone={zone}
            lanes={lanes}
            reachable={reachable}
            open={open}
            onReach={setCurrent}
            onOpen={onOpen}
          />
        ))}
        {shown.length === 0 && !calendar.dags.some((dag) => dag.frequent) && (
          <p className="calendar-none secondary">{emptyWords(calendar, now)}</p>
        )}
      </div>
    </div>
  );
}

function emptyWords({ to }: Calendar, now: number): string {
  return Date.parse(to) < now ? texts.calendar.noneWasDue : texts.calendar.noneDue;
}

/** Begins with the present in sight; afterwards scrolling is the person's own. */
function useScrollToNow(top: number) {
  const first = useRef(top);
  return useCallback((element: HTMLElement | null) => {
    if (element !== null) element.scrollTop = first.current - element.clientHeight / 2;
  }, []);
}
