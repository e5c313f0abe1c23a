import { isSameDay, planTime } from './format-time.ts';
import { texts } from './texts.ts';

interface Planned {
  readonly statusLabel: string;
  /** Left out by engines of earlier versions. */
  readonly plannedAt?: string;
}

/** `2026-11-19T10:00`, as a field for a time shows it: the next full hour that leaves a moment to enter another. */
export function suggestedTime(now: number): string {
  const time = new Date(now + 10 * 60_000);
  time.setHours(time.getHours() + 1, 0, 0, 0);
  const two = (number: number) => String(number).padStart(2, '0');
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${date}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** The time in such a field, in the zone of the window, or what is wrong with it. */
export function readStartTime(
  text: string,
  now: number,
): { readonly at: string } | { readonly problem: string } {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return { problem: texts.start.missing };
  const at = time.toISOString();
  return time.getTime() > now ? { at } : { problem: texts.start.past(planTime(at, now)) };
}

/** `Starts at 18:00`, `Starts Sun 29 Nov 18:00` on other days; nothing for a run that does not wait for a time. */
export function plannedWords(run: Planned, now: number): string | undefined {
  const { statusLabel, plannedAt = '' } = run;
  const time = Date.parse(plannedAt);
  if (statusLabel !== 'queued' || Number.isNaN(time) || time <= now) return undefined;
  return capitalized(startWords(plannedAt, now));
}

/** `starts at 18:00`, `starts Sun 29 Nov 18:00`: within a sentence. */
export function startWords(plannedAt: string, now: number): string {
  const when = planTime(plannedAt, now);
  return isSameDay(Date.parse(plannedAt), now) ? texts.start.today(when) : texts.start.later(when);
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
