import type { PlannedSlot } from '../../contract/schedule.ts';
import { formatDuration } from '../../lib/duration.ts';
import type { Output } from '../terminal.ts';
import { oneLine } from './display-width.ts';
import { table, type Column } from './table.ts';

interface Preview {
  /** Zone of lines that name none. */
  readonly timezone: string;
  readonly slots: readonly PlannedSlot[];
}

/** Coming slots, for people: a table, and below it what changes of the clock do to them. */
export function plannedText({ timezone, slots }: Preview, now: number, out: Output): string {
  if (slots.length === 0) return 'No scheduled times.\n';
  const notes = slots.filter(({ note }) => note !== '').map(({ note }) => `* ${note}\n`);
  const below = [...new Set(notes)].map((note) => out.colors.dim(note)).join('');
  return table(columnsFor(slots, timezone, now), slots, out) + (below && `\n${below}`);
}

/** Columns that say the same of every slot are left out. */
function columnsFor(
  slots: readonly PlannedSlot[],
  zone: string,
  now: number,
): readonly Column<PlannedSlot>[] {
  const isOf = (differs: (slot: PlannedSlot) => boolean, column: Column<PlannedSlot>) =>
    slots.some(differs) ? [column] : [];
  return [
    { title: 'WHEN', value: ({ local, note }) => (note === '' ? local : `${local} *`) },
    { title: 'UTC', value: ({ offset }) => offset },
    ...isOf(({ timezone }) => timezone !== zone, {
      title: 'ZONE',
      value: ({ timezone }) => timezone,
    }),
    ...isOf(({ time, startsAt }) => startsAt !== time, {
      title: 'STARTS',
      value: ({ time, startsAt }) => `+${formatDuration(Date.parse(startsAt) - Date.parse(time))}`,
    }),
    { title: 'IN', value: ({ startsAt }) => distanceText(Date.parse(startsAt) - now) },
    ...isOf(({ kind }) => kind !== 'start', { title: 'DOES', value: ({ kind }) => kind }),
    { title: 'LINE', value: ({ expression }) => oneLine(expression) },
  ];
}

function distanceText(ms: number): string {
  return ms < 0 ? `${formatDuration(-ms)} ago` : formatDuration(ms);
}
