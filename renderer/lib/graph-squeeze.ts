interface Interval {
  readonly from: number;
  readonly to: number;
}

/**
 * Narrows empty strips that run through a whole layout, which averaging leaves behind. Gives the new place of a place;
 * order and everything inside a column stay.
 */
export function squeeze(columns: readonly Interval[], gap: number): (place: number) => number {
  const moves: { readonly after: number; readonly by: number }[] = [];
  let end: number | undefined;
  let by = 0;
  for (const column of [...columns].sort((a, b) => a.from - b.from)) {
    if (end !== undefined && column.from - end > gap) {
      by += column.from - end - gap;
      moves.push({ after: column.from, by });
    }
    end = Math.max(end ?? column.to, column.to);
  }
  return (place) => place - (moves.findLast((move) => place >= move.after)?.by ?? 0);
}
