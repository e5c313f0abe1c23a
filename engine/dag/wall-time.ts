/**
 * What the clocks on the wall of a time zone show: the milliseconds since the epoch at which UTC would show the same.
 * Such a number is no instant.
 */
export type WallTime = number;

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

const two = (value: number): string => String(value).padStart(2, '0');

/** `2026-03-29 03:00` */
export function wallText(wall: WallTime): string {
  return `${new Date(wall).toISOString().slice(0, -14)} ${clockText(wall)}`;
}

/** `03:00` */
export function clockText(wall: WallTime): string {
  return new Date(wall).toISOString().slice(-13, -8);
}

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** `29 March 2026` */
export function dateText(wall: WallTime): string {
  const date = new Date(wall);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`;
}

/** `+02:00`, of milliseconds by which a zone is ahead of UTC; seconds, which only old times have, are left out. */
export function offsetText(offsetMs: number): string {
  const minutes = Math.floor(Math.abs(offsetMs) / MINUTE_MS);
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
