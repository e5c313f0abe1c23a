import { texts } from './texts.ts';
/** `180ms`, `4s`, `2m 14s`, `3h 05m`, `2d 4h`: never more than two units. */
export function formatDuration(milliseconds: number): string {
  const words = texts.duration;
  if (milliseconds >= 1 && milliseconds < 999.5)
    return words.milliseconds(Math.round(milliseconds));
  const total = Math.max(0, Math.round(milliseconds / 1000));
  if (total < 60) return words.seconds(total);
  if (total < 3600) return words.minutes(Math.floor(total / 60), padded(total % 60));
  const minutes = Math.floor(total / 60);
  if (minutes < 1440) return words.hours(Math.floor(minutes / 60), padded(minutes % 60));
  return words.days(Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60));
}

/** Milliseconds between two timestamps; up to `now` while the second is empty, undefined without the first. */
export function elapsedBetween(from: string, to: string, now: number): number | undefined {
  const start = Date.parse(from);
  if (Number.isNaN(start)) return undefined;
  const end = to === '' ? now : Date.parse(to);
  return Number.isNaN(end) ? undefined : Math.max(0, end - start);
}

/** The middle of some durations, which one slow run does not move. */
export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

function padded(value: number): string {
  return String(value).padStart(2, '0');
}
