import { slotKinds, type SlotKind } from '../contract/schedule.ts';
import type { ScheduleEntry, Schedules } from '../dag/definition.ts';
import { REBOOT } from '../dag/short-forms.ts';
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
  /** When this boot of the machine counts as due for `@reboot`; never where it is left out. */
  readonly bootAt?: number | null;
  /** How many are wanted at most; the others follow after the last one. */
  readonly limit?: number;
}

/** At one instant a run is stopped before the next is started. */
const order: Readonly<Record<SlotKind, number>> = { stop: 0, restart: 1, start: 2 };

/** What is due between two times, in the order in which it is dealt with. */
export function dueBetween(schedules: Schedules, range: DueRange): readonly Due[] {
  const due = slotKinds
    .flatMap((kind) => timesBetween(schedules[kind], range).map((at): Due => ({ kind, at })))
    .sort((a, b) => a.at - b.at || order[a.kind] - order[b.kind]);
  return range.limit === undefined ? due : wholeInstants(due, range.limit);
}

/** Times of the clock, and the boot where it is within the range: each once. */
function timesBetween(
  entries: readonly ScheduleEntry[],
  { bootAt = null, ...range }: DueRange,
): readonly number[] {
  const times = slotsBetween(entries, range).map(({ at }) => at);
  const isBoot = bootAt !== null && bootAt > range.after && bootAt <= range.until;
  return isBoot && namesBoot(entries) && !times.includes(bootAt) ? [...times, bootAt] : times;
}

const namesBoot = (entries: readonly ScheduleEntry[]): boolean =>
  entries.some(({ cron }) => cron === REBOOT);

/** Whether the next boot of the machine starts a run. */
export const startsAtBoot = ({ start, restart }: Schedules): boolean =>
  namesBoot(start) || namesBoot(restart);

/** At least `limit` where there are as many: what is due at one instant stays together. */
function wholeInstants(due: readonly Due[], limit: number): readonly Due[] {
  const last = due[limit - 1]?.at;
  return last === undefined ? due : due.filter(({ at }) => at <= last);
}

/** When anything is due next after a time; null for never. */
export function nextDue(
  schedules: Schedules,
  after: number,
  { timezone, bootAt = null }: Pick<DueRange, 'timezone' | 'bootAt'>,
): number | null {
  const times = slotKinds.flatMap((kind) => {
    const next = nextSlot(schedules[kind], after, timezone) ?? [];
    const isBoot = bootAt !== null && bootAt > after && namesBoot(schedules[kind]);
    return isBoot ? [bootAt].concat(next) : next;
  });
  return times.length === 0 ? null : Math.min(...times);
}

/** Whether anything is scheduled at all. */
export function hasLines(schedules: Schedules): boolean {
  return slotKinds.some((kind) => schedules[kind].length > 0);
}
