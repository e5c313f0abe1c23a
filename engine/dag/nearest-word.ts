/** The candidate that somebody who wrote `word` most likely meant, if one is near enough. */
export function nearestWord(word: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.min(3, Math.floor((word.length + 1) / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance || word.length > LONGEST) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

const LONGEST = 60;

/** Insertions, deletions, replacements and swaps of neighbours between two words. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
