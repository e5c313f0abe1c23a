import type { PlannedSlot, SlotKind } from '../contract/schedule.ts';
import { isoTime } from '../lib/clock.ts';
import { clockNote } from './clock-note.ts';
import type { Schedules } from './definition.ts';
import { startOf, type Jitter } from './jitter.ts';
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
  /** By which starts are put off; by nothing when left out. */
  readonly jitter?: Jitter;
}

/** When a schedule is due, with the words for people. */
export function plannedBetween(
  schedule: Schedules,
  { count, jitter, ...range }: PlannedRange,
): PlannedSlot[] {
  return SLOT_ORDER.flatMap((kind) =>
    slotsBetween(schedule[kind], { ...range, limit: count }).map((slot) => ({ kind, slot })),
  )
    .sort((a, b) => a.slot.at - b.slot.at)
    .slice(0, count)
    .map(({ kind, slot }) => toPlannedSlot(kind, slot, jitter));
}

function toPlannedSlot(kind: SlotKind, slot: DueSlot, jitter?: Jitter): PlannedSlot {
  const isPutOff = kind === 'start' && jitter !== undefined;
  return {
    kind,
    time: isoTime(slot.at),
    startsAt: isoTime(isPutOff ? startOf(slot.at, jitter) : slot.at),
    local: wallText(slot.wall),
    timezone: slot.timezone,
    offset: offsetText(slot.offset),
    expression: slot.entry.expression,
    rule: slot.rule,
    note: clockNote(slot),
  };
}
