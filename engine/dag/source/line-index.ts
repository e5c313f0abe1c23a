export interface Position {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
}

/** Turns offsets of a text into lines and columns. Offsets outside the text are moved to its ends. */
export function lineIndex(text: string): (offset: number) => Position {
  const starts = lineStarts(text);
  return (offset) => {
    const inside = Math.max(0, Math.min(offset, text.length));
    const line = lastAtMost(starts, inside);
    return { line: line + 1, column: inside - (starts[line] ?? 0) + 1 };
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1);
  }
  return starts;
}

function lastAtMost(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
