import type { Clock } from '../../engine/lib/clock.ts';

/** What is old by a clock that is always trusted. */
export function agesBy({ now }: Pick<Clock, 'now'>) {
  return { before: (ageMs: number): number => now() - ageMs };
}
