import './schedule.css';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useEngine } from '../../client/engine-context.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { usePageCommands } from '../../components/page-commands.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import { useNow } from '../../components/use-now.ts';
import { useShortcuts } from '../../components/use-shortcuts.ts';
import { ownZone } from '../../lib/format-day.ts';
import { addDays, dateIn } from '../../lib/zone-time.ts';
import { countsOf, entriesByDay } from './calendar-entries.ts';
import { createCalendarStore } from './calendar-store.ts';
import { scheduleCommands } from './schedule-commands.ts';
import { ScheduleHeader } from './ScheduleHeader.tsx';
import { ScheduleList } from './ScheduleList.tsx';
import { SlotPopover, type OpenSlots } from './SlotPopover.tsx';
import { shownDays, useScheduleAddress } from './schedule-address.ts';
import { ScheduleEmptyState } from './ScheduleEmptyState.tsx';
import { WeekView } from './WeekView.tsx';

/** Past and coming slots of all DAGs: what became of them, and why. */
export function SchedulePage() {
  const engine = useEngine();
  const [store] = useState(() => createCalendarStore(engine, ownZone));
  useEffect(() => store.getState().start(), [store]);
  const { phase, message, zone, calendar, hasSchedules, show, refresh } = useStore(store);

  const now = useNow(15_000);
  const today = dateIn(zone, now);
  const isNarrow = useNarrow();
  const { address, go, filter } = useScheduleAddress();
  const { first, count } = shownDays(address, { today, isNarrow });
  useEffect(() => show({ first, count }), [show, first, count, zone]);

  const [open, setOpen] = useState<OpenSlots>();
  const dates = useMemo(
    () => Array.from({ length: count }, (_, index) => addDays(first, index)),
    [first, count],
  );
  const days = useMemo(
    () => (calendar === undefined ? new Map() : entriesByDay(calendar)),
    [calendar],
  );
  const counts = useMemo(
    () => (calendar === undefined ? undefined : countsOf(calendar, days, dates)),
    [calendar, days, dates],
  );
  const commands = scheduleCommands({ address, days: { first, count }, isNarrow, go });
  usePageCommands(commands.list);
  useShortcuts(commands.keys);

  if (phase === 'ready' && !hasSchedules) return <ScheduleEmptyState />;
  return (
    <>
      <ScheduleHeader
        days={{ first, count }}
        zone={zone}
        counts={counts}
        view={address.view}
        commands={commands}
      />
      {phase === 'failed' && <ErrorNote message={message} onRetry={() => void refresh()} />}
      {calendar && address.view === 'week' && (
        <WeekView
          calendar={calendar}
          days={days}
          dates={dates}
          now={now}
          open={open}
          onOpen={setOpen}
        />
      )}
      {calendar && counts && address.view === 'list' && (
        <ScheduleList
          key={first}
          calendar={calendar}
          days={days}
          dates={dates}
          counts={counts}
          filter={address}
          now={now}
          onFilter={filter}
          onOpen={setOpen}
        />
      )}
      {open && (
        <SlotPopover
          store={store}
          open={open}
          entries={[...days.values()].flat()}
          now={now}
          onOpen={setOpen}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
