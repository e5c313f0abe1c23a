const MINUTE_MS = 60_000;

/** What the wall clock of a zone shows at each minute of a range. */
export interface WallTimes {
  /** UTC minute of the first one: minutes since 1970. */
  readonly first: number;
  /** Civil minute shown at each: minutes since 1970 as if the wall clock showed UTC. */
  readonly shown: readonly number[];
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The civil minute that a wall clock of a zone shows at an instant (milliseconds). */
export function civilMinute(timezone: string, at: number): number {
  let format = formats.get(timezone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(timezone, format);
  }
  const text = format.format(at);
  const part = (from: number, length: number): number => Number(text.substr(from, length));
  // 03/08/2026, 01:59
  return Date.UTC(part(6, 4), part(0, 2) - 1, part(3, 2), part(12, 2), part(15, 2)) / MINUTE_MS;
}

/** Asks the wall clock at each minute of a range, both ends included. */
export function wallTimes(timezone: string, first: number, last: number): WallTimes {
  const shown: number[] = [];
  for (let minute = first; minute <= last; minute += 1) {
    shown.push(civilMinute(timezone, minute * MINUTE_MS));
  }
  return { first, shown };
}
