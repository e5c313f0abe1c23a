import type { Schedules } from '../../../dag/definition.ts';
import { dueBetween, type DueRange } from '../../../scheduler/due.ts';

const MAX_KEPT = 5000;

/** Counts what is due within a day, and remembers: many DAGs share a line, and a frequent one is long to count. */
export class DueCounts {
  readonly #counts = new Map<string, number>();

  of(schedule: Schedules, range: DueRange): number {
    const lines = [schedule.start, schedule.stop, schedule.restart].map((entries) =>
      entries.map(({ expression }) => expression),
    );
    const key = JSON.stringify([lines, range]);
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const count = dueBetween(schedule, range).length;
    if (this.#counts.size >= MAX_KEPT) this.#counts.clear();
    this.#counts.set(key, count);
    return count;
  }
}
