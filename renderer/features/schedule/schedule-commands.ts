import type { Command } from '../../components/CommandMenu.tsx';
import type { DayRange } from './calendar-store.ts';
import { neighborDay, type ScheduleAddress } from './schedule-address.ts';
import { texts } from './texts.ts';

interface ScheduleCommandsInput {
  readonly address: ScheduleAddress;
  readonly days: DayRange;
  readonly isNarrow: boolean;
  readonly go: (changes: Partial<ScheduleAddress>) => void;
}

export interface ScheduleCommands {
  readonly before: Command;
  readonly today: Command;
  readonly after: Command;
  readonly week: Command;
  readonly asList: Command;
  /** All of them, for the palette. */
  readonly list: readonly Command[];
  /** By key. */
  readonly keys: Readonly<Record<string, Command>>;
}

/** The ways through the calendar, each under its one name. */
export function scheduleCommands(input: ScheduleCommandsInput): ScheduleCommands {
  const { address, days, isNarrow, go } = input;
  const span = days.count === 7 ? 'week' : 'days';
  const before: Command = {
    id: 'before',
    label: texts.commands.previous[span],
    icon: 'left',
    shortcut: '[',
    run: () => go({ day: neighborDay(days, -1) }),
  };
  const after: Command = {
    id: 'after',
    label: texts.commands.next[span],
    icon: 'right',
    shortcut: ']',
    run: () => go({ day: neighborDay(days, 1) }),
  };
  const today: Command = {
    id: 'today',
    label: texts.commands.today,
    icon: 'schedule',
    shortcut: 't',
    run: () => go({ day: undefined }),
  };
  const week: Command = {
    id: 'week',
    label: isNarrow ? texts.commands.threeDays : texts.commands.week,
    icon: 'schedule',
    run: () => go({ view: 'week' }),
  };
  const asList: Command = {
    id: 'list',
    label: texts.commands.list,
    icon: 'filter',
    run: () => go({ view: 'list' }),
  };
  return {
    before,
    today,
    after,
    week,
    asList,
    list: [today, before, after, address.view === 'week' ? asList : week],
    keys: { t: today, '[': before, ']': after },
  };
}
