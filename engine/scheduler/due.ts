import { slotKinds, type SlotKind } from '../contract/schedule.ts';
import type { Schedules } from '../dag/definition.ts';
import { nextSlot, slotsBetween } from '../dag/schedule.ts';

/** A time at which a schedule is due for one of its purposes. */
export interface Due {
  readonly kind: SlotKind;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface DueRange {
  /** Exclusive. */
  readonly after: number;
  /** Inclusive. */
  readonly until: number;
  /** IANA zone of lines that name none; null: that of the machine. */
  readonly timezone: string;
  /** How many are wanted at most; the others follow after the last one. */
  readonly limit?: number;
}

/** At one instant a run is stopped before the next is started. */
const order: Readonly<Record<SlotKind, number>> = { stop: 0, restart: 1, start: 2 };

/** What is due between two times, in the order in which it is dealt with. */
export function dueBetween(schedules: Schedules, range: DueRange): readonly Due[] {
  const due = slotKinds
    .flatMap((kind) => slotsBetween(schedules[kind], range).map(({ at }): Due => ({ kind, at })))
    .sort((a, b) => a.at - b.at || order[a.kind] - order[b.kind]);
  return range.limit === undefined ? due : wholeInstants(due, range.limit);
}

/** At least `limit` where there are as many: what is due at one instant stays together. */
function wholeInstants(due: readonly Due[], limit: number): readonly Due[] {
  const last = due[limit - 1]?.at;
  return last === undefined ? due : due.filter(({ at }) => at <= last);
}

/** When anything is due next after a time; null for never. */
export function nextDue(schedules: Schedules, after: number, timezone: string): number | null {
  const times = slotKinds.flatMap((kind) => nextSlot(schedules[kind], after, timezone) ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/** Whether anything is scheduled at all. */
export function hasLines(schedules: Schedules): boolean {
  return slotKinds.some((kind) => schedules[kind].length > 0);
}
