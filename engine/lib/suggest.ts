/**
 * The candidate that was probably meant by a word that is none of them, or undefined when nothing is near.
 * Spelling in camel case, with dashes or in capitals counts as the same word. `mostSlips`: letters that may be wrong.
 */
export function suggest(
  word: string,
  candidates: Iterable<string>,
  mostSlips = Math.max(1, Math.floor(fold(word).length / 3)),
): string | undefined {
  const wanted = fold(word);
  if (wanted.length > LONGEST) return undefined;
  let best: string | undefined;
  let bestDistance = mostSlips + 1;
  for (const candidate of candidates) {
    const folded = fold(candidate);
    if (Math.abs(folded.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, folded);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Nobody mistypes a longer word into one of ours, and comparing costs time by the square of the length. */
const LONGEST = 60;

/** `: did you mean X?`, or the empty string: the tail of a message about an unknown word. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const meant = suggest(word, candidates);
  return meant === undefined ? '' : `: did you mean \`${meant}\`?`;
}

function fold(word: string): string {
  return word.toLowerCase().replace(/[-_\s]/g, '');
}

/** Insertions, deletions, replacements and swaps of neighbors that turn one word into the other. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
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
