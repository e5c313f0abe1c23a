const formats = new Map<string, Intl.DateTimeFormat>();

/** A point of time for people, in a zone: `Sat 21 Nov 2026, 02:30`. */
export function localTime(epochMs: number, timezone: string): string {
  const { day, time } = partsOf(epochMs, timezone);
  return `${day}, ${time}`;
}

/** Two of them, without the day where it is the same: `from 01:12 to 06:48`. */
export function localSpan(from: number, to: number, timezone: string): string {
  const [first, last] = [partsOf(from, timezone), partsOf(to, timezone)];
  if (first.day === last.day) return `from ${first.time} to ${last.time}`;
  return `from ${first.day}, ${first.time} to ${last.day}, ${last.time}`;
}

/** Whether two points of time are on one day of the zone. */
export function isSameDay(one: number, other: number, timezone: string): boolean {
  return partsOf(one, timezone).day === partsOf(other, timezone).day;
}

function partsOf(epochMs: number, timezone: string): { day: string; time: string } {
  const parts = Object.fromEntries(
    formatOf(timezone)
      .formatToParts(epochMs)
      .map(({ type, value }) => [type, value]),
  );
  const { weekday, day, month, year, hour, minute } = parts;
  return { day: `${weekday} ${day} ${month} ${year}`, time: `${hour}:${minute}` };
}

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(timezone, format);
  return format;
}
