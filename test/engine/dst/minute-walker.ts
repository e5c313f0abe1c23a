import type { CronLine } from './cron-match.ts';
import type { WallTimes } from './wall-times.ts';

/**
 * When a cron line is due, by walking from minute to minute with nothing in mind but the rule:
 * - A line whose hour field names all 24 hours follows elapsed time: it is due at each minute whose wall time matches.
 * - Any other is due once for each wall time that matches: at its instant; of two, at the first; of none, at the first
 *   instant after the gap. What falls on one instant is due once.
 *
 * Gives UTC minutes in order. What a wall time did before the range is not known, so a range has to begin early enough
 * before the part of it that is looked at: by as much as clocks have ever been set back.
 */
export function dueMinutes(line: CronLine, times: WallTimes): readonly number[] {
  return line.namesAllHours ? matchingMinutes(line, times) : firstMinutes(line, times);
}

function matchingMinutes(line: CronLine, { first, shown }: WallTimes): readonly number[] {
  return shown.flatMap((civil, index) => (line.matches(civil) ? [first + index] : []));
}

function firstMinutes(line: CronLine, { first, shown }: WallTimes): readonly number[] {
  const existing = new Set(shown);
  const seen = new Set<number>();
  const due: number[] = [];
  shown.forEach((civil, index) => {
    const before = shown[index - 1] ?? civil - 1;
    let isDue = !seen.has(civil) && line.matches(civil);
    for (let lost = before + 1; lost < civil; lost += 1) {
      if (!existing.has(lost) && line.matches(lost)) isDue = true;
    }
    seen.add(civil);
    if (isDue) due.push(first + index);
  });
  return due;
}
