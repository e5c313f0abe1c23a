import type { Calendar } from '#contract/schedule.ts';
import { shortWeekday, timeIn } from '../../lib/format-day.ts';
import { wallTime } from '../../lib/zone-time.ts';
import { topOf } from './slot-lanes.ts';
import { texts } from './texts.ts';

/** A time on one day in which no slot could be acted on. */
export interface DowntimeBand {
  readonly top: number;
  readonly height: number;
  readonly words: string;
}

type Downtime = Calendar['downtimes'][number];

const causes: Readonly<Record<Downtime['cause'], (end: string) => string>> =
  texts.calendar.downtime;

/** The parts of all downtimes that fall on a day. */
export function downtimeBands(
  { downtimes, timezone }: Pick<Calendar, 'downtimes' | 'timezone'>,
  date: string,
): readonly DowntimeBand[] {
  return downtimes.flatMap((downtime) => {
    const from = wallTime(timezone, Date.parse(downtime.from));
    const to = wallTime(timezone, Date.parse(downtime.to));
    if (from.date > date || to.date < date) return [];
    const top = from.date < date ? 0 : topOf(from.minute);
    const bottom = topOf(to.date > date ? 24 * 60 : to.minute);
    const day = to.date > date ? `${shortWeekday(to.date)} ` : '';
    const words = causes[downtime.cause](day + timeIn(timezone, downtime.to));
    return [{ top, height: Math.max(2, bottom - top), words }];
  });
}
