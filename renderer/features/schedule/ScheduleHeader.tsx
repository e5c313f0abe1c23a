import type { SlotCounts } from '#contract/schedule.ts';
import { Button } from '../../components/Button.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Segments } from '../../components/Segments.tsx';
import { Status } from '../../components/Status.tsx';
import { formatForeignZone, formatDayRange } from '../../lib/format-day.ts';
import { countWords, stateStatus } from '../../lib/slot-entry.ts';
import type { DayRange } from './calendar-store.ts';
import type { ScheduleCommands } from './schedule-commands.ts';
import { texts } from './texts.ts';

interface ScheduleHeaderProps {
  readonly days: DayRange;
  readonly zone: string;
  readonly counts: SlotCounts | undefined;
  readonly view: 'week' | 'list';
  readonly commands: ScheduleCommands;
}

/** Which days are shown, what became of their slots in numbers, and the ways to other days. */
export function ScheduleHeader({ days, zone, counts, view, commands }: ScheduleHeaderProps) {
  const { before, today, after, week, asList } = commands;
  return (
    <header className="page-head">
      <h1 className="title">{texts.title}</h1>
      <span className="secondary cut" aria-live="polite">
        {formatDayRange(days.first, days.count)}
        {formatForeignZone(zone)}
      </span>
      <span className="grow" />
      <span className="row small legend" role="group" aria-label={texts.counts}>
        {counts &&
          countWords(counts).map(([state, words]) => (
            <Status key={state} status={stateStatus(state)} label={words} />
          ))}
      </span>
      <span className="row week-steps">
        <IconButton
          icon="left"
          size="normal"
          label={before.label}
          shortcut="["
          onPress={before.run}
        />
        <Button onPress={today.run}>{today.label}</Button>
        <IconButton
          icon="right"
          size="normal"
          label={after.label}
          shortcut="]"
          onPress={after.run}
        />
      </span>
      <Segments
        label={texts.views}
        look="boxes"
        value={view}
        options={[
          { value: 'week', label: week.label },
          { value: 'list', label: asList.label },
        ]}
        onChange={(next) => (next === 'week' ? week.run() : asList.run())}
      />
    </header>
  );
}
