import { parseScheduleEntry, slotsBetween } from '../../../dag/schedule.ts';

/** A day in some zone. */
export interface Day {
  /** `2026-11-21` */
  readonly date: string;
  /** Inclusive; milliseconds since the epoch. */
  readonly from: number;
  /** Inclusive. */
  readonly until: number;
}

/** The days that two times lie in and all between, cut off at both ends. Midnight is what a schedule takes for it. */
export function daysBetween(from: number, to: number, timezone: string): readonly Day[] {
  const midnight = parseScheduleEntry('0 0 * * *');
  if ('problem' in midnight) throw new Error(midnight.problem);
  const starts = slotsBetween([midnight], { after: from, until: to, timezone }).map(({ at }) => at);
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return [from, ...starts].map((start, index) => ({
    date: format.format(start),
    from: start,
    until: (starts[index] ?? to + 1) - 1,
  }));
}
