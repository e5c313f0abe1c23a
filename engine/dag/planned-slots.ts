import type { PlannedSlot, SlotKind } from '../contract/schedule.ts';
import { isoTime } from '../lib/clock.ts';
import { clockNote } from './clock-note.ts';
import type { Schedules } from './definition.ts';
import { slotsBetween, type DueSlot } from './schedule.ts';
import { offsetText, wallText } from './wall-time.ts';

/** At one instant a run is stopped before the next is started. */
export const SLOT_ORDER: readonly SlotKind[] = ['stop', 'restart', 'start'];

export interface PlannedRange {
  /** Exclusive; milliseconds since the epoch. */
  readonly after: number;
  /** Inclusive; as far as lines are looked for when left out. */
  readonly until?: number;
  /** IANA zone of lines that name none. */
  readonly timezone: string;
  /** How many at most, the earliest ones. */
  readonly count: number;
}

/** When a schedule is due, with the words for people. */
export function plannedBetween(
  schedule: Schedules,
  { count, ...range }: PlannedRange,
): PlannedSlot[] {
  return SLOT_ORDER.flatMap((kind) =>
    slotsBetween(schedule[kind], { ...range, limit: count }).map((slot) => ({ kind, slot })),
  )
    .sort((a, b) => a.slot.at - b.slot.at)
    .slice(0, count)
    .map(({ kind, slot }) => toPlannedSlot(kind, slot));
}

function toPlannedSlot(kind: SlotKind, slot: DueSlot): PlannedSlot {
  return {
    kind,
    time: isoTime(slot.at),
    local: wallText(slot.wall),
    timezone: slot.timezone,
    offset: offsetText(slot.offset),
    expression: slot.entry.expression,
    rule: slot.rule,
    note: clockNote(slot),
  };
}
