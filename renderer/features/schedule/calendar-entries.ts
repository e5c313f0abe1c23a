import type { Calendar, SlotCounts } from '#contract/schedule.ts';
import {
  addCounts,
  decidedEntry,
  dueEntry,
  noSlots,
  type SlotEntry,
  type SlotState,
} from '../../lib/slot-entry.ts';
import { wallTime } from '../../lib/zone-time.ts';

/** A slot on its day. */
export interface DayEntry extends SlotEntry {
  /** Minutes since midnight, as the wall of the calendar's zone shows them. */
  readonly minute: number;
}

/** The slots of each day in the zone of the calendar, by time and name; days without a slot are left out. */
export function entriesByDay(calendar: Calendar): ReadonlyMap<string, readonly DayEntry[]> {
  const days = new Map<string, DayEntry[]>();
  // Thousands of DAGs share a few hundred times, and a zone takes long to ask.
  const walls = new Map<string, ReturnType<typeof wallTime>>();
  for (const entry of entriesOf(calendar)) {
    const wall = walls.get(entry.time) ?? wallTime(calendar.timezone, Date.parse(entry.time));
    walls.set(entry.time, wall);
    const { date, minute } = wall;
    const day = days.get(date) ?? [];
    days.set(date, day);
    day.push({ ...entry, minute });
  }
  for (const day of days.values()) day.sort(byTime);
  return days;
}

function entriesOf({ dags }: Calendar): readonly SlotEntry[] {
  return dags.flatMap((dag) => [
    ...dag.slots.map((slot) => decidedEntry(slot, dag.suspended)),
    ...dag.due.map((planned) => dueEntry(dag, planned)),
  ]);
}

function byTime(a: SlotEntry, b: SlotEntry): number {
  return Date.parse(a.time) - Date.parse(b.time) || a.name.localeCompare(b.name);
}

/** What became of all slots of some days, those of frequent DAGs included. */
export function countsOf(
  calendar: Calendar,
  days: ReadonlyMap<string, readonly DayEntry[]>,
  dates: readonly string[],
): SlotCounts {
  const often = calendar.dags.flatMap((dag) => dag.days);
  const shown = often.filter((day) => dates.includes(day.date));
  const counts = { ...shown.reduce(addCounts, noSlots) };
  for (const date of dates) {
    for (const entry of days.get(date) ?? []) countIn(counts, entry);
  }
  return counts;
}

/** What became of a slot, or that it is due; null: it will start nothing, as its DAG is suspended. */
export function stateOf({ slot, isSuspended }: SlotEntry): SlotState | null {
  return slot?.fate ?? (isSuspended ? null : 'due');
}

/** Adds a slot to the counts of its kind. */
export function countIn(counts: SlotCounts, entry: SlotEntry): void {
  const state = stateOf(entry);
  if (state !== null) counts[state]++;
}
