import { addDays, dateIn, weekNumber } from './zone-time.ts';
import { texts } from './texts.ts';

const MONDAY = 1;

interface DayParts {
  /** Sunday is 0. */
  readonly weekday: number;
  readonly day: number;
  readonly month: string;
  readonly year: number;
}

function partsOf(date: string): DayParts {
  const time = new Date(`${date}T12:00:00Z`);
  return {
    weekday: time.getUTCDay(),
    day: time.getUTCDate(),
    month: texts.days.months[time.getUTCMonth()] ?? '',
    year: time.getUTCFullYear(),
  };
}

/** `Thu`. */
export function shortWeekday(date: string): string {
  return texts.days.short[partsOf(date).weekday] ?? '';
}

/** `19`. */
export function dayOfMonth(date: string): number {
  return partsOf(date).day;
}

/** `Wed 18 November`. */
export function formatDay(date: string): string {
  const { day, month } = partsOf(date);
  return `${shortWeekday(date)} ${day} ${month}`;
}

/** `16 – 22 November 2026, week 47`; the week only for one from Monday to Sunday. */
export function formatDayRange(first: string, count: number): string {
  const last = addDays(first, count - 1);
  const from = partsOf(first);
  const to = partsOf(last);
  const end = `${to.day} ${to.month} ${to.year}`;
  const month = from.month === to.month ? '' : ` ${from.month}`;
  const year = from.year === to.year ? '' : ` ${from.year}`;
  const isWeek = count === 7 && from.weekday === MONDAY;
  return `${from.day}${month}${year} – ${end}${isWeek ? texts.days.week(weekNumber(first)) : ''}`;
}

/** `02:30` on the wall of a zone, with seconds where they are asked for. */
export function timeIn(zone: string, timestamp: string, precision: 'minute' | 'second' = 'minute') {
  const time = Date.parse(timestamp);
  if (Number.isNaN(time)) return '';
  return clock(zone, precision).format(time);
}

/** `02:30:00` on the day that is meant anyway, `Tue 17 November 23:50:01` on another. */
export function timeOfDayIn(zone: string, timestamp: string, date: string): string {
  const words = timeIn(zone, timestamp, 'second');
  const own = words === '' ? date : dateIn(zone, Date.parse(timestamp));
  return own === date ? words : `${formatDay(own)} ${words}`;
}

/** `Wed 18 November 02:30` in a zone. */
export function momentIn(zone: string, timestamp: string): string {
  const time = Date.parse(timestamp);
  return Number.isNaN(time) ? '' : `${formatDay(dateIn(zone, time))} ${timeIn(zone, timestamp)}`;
}

/** A point of time, and the zone in whose days and hours it is said. */
export interface ZonedTime {
  readonly time: string;
  readonly zone: string;
}

/** The next slots as a person says them: the first with its time, those at the same time by their day alone. */
export function formatSlotTimes(slots: readonly ZonedTime[], now: number): readonly string[] {
  const each = slots.map(({ time, zone }) => ({
    day: dayWord(zone, Date.parse(time), now),
    clock: timeIn(zone, time),
  }));
  const [first] = each;
  return each.map(({ day, clock }, index) => {
    const repeated = index > 0 && clock === first?.clock && day !== first.day;
    return repeated ? day : `${day} ${clock}`;
  });
}

/** `today`, `tomorrow`, `Thu 19`: the days of the zone, not those of the window. */
function dayWord(zone: string, time: number, now: number): string {
  const date = dateIn(zone, time);
  const today = dateIn(zone, now);
  if (date === today) return texts.days.today;
  if (date === addDays(today, 1)) return texts.days.tomorrow;
  return `${shortWeekday(date)} ${dayOfMonth(date)}`;
}

/** The zone of the window. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `, times in UTC`: the zone where it is not the one that a person takes for granted. */
export function formatForeignZone(zone: string): string {
  return zone === '' || zone === ownZone ? '' : texts.days.timesIn(zone);
}

/** `Berlin` of `Europe/Berlin`. */
export function zonePlace(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clock(zone: string, precision: 'minute' | 'second'): Intl.DateTimeFormat {
  const key = `${zone} ${precision}`;
  const known = clocks.get(key);
  if (known !== undefined) return known;
  const created = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
    ...(precision === 'second' ? { second: '2-digit' } : {}),
  });
  clocks.set(key, created);
  return created;
}
