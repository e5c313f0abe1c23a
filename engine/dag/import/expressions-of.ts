import type { Schedules } from '../definition.ts';

/** All lines of a schedule, as they are written. */
export function expressionsOf({ start, stop, restart }: Schedules): string[] {
  return [...start, ...stop, ...restart].map(({ expression }) => expression);
}
