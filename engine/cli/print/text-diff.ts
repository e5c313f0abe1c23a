/** A line of two texts: in both, or in one of them alone. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** More pairs of lines than this are not compared one by one: the whole middle counts as replaced. */
const MAX_PAIRS = 4_000_000;

/** The shortest way from the lines of one text to those of another. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end))
    end++;
  const as =
    (kind: DiffLine['kind']) =>
    (text: string): DiffLine => ({ kind, text });
  return [
    ...a.slice(0, start).map(as('same')),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(as('same')),
  ];
}

/** With the lines around a change; what is left out between two changes is null. */
export function hunks(lines: readonly DiffLine[], around: number): readonly (DiffLine | null)[] {
  const changed = lines.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index]));
  const shown = new Set(
    changed.flatMap((at) => Array.from({ length: 2 * around + 1 }, (_, by) => at - around + by)),
  );
  return lines.flatMap((line, index) => {
    if (shown.has(index)) return [line];
    return shown.has(index - 1) || (index === 0 && shown.size > 0) ? [null] : [];
  });
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function middle(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  const removed = a.map((text): DiffLine => ({ kind: 'removed', text }));
  const added = b.map((text): DiffLine => ({ kind: 'added', text }));
  if (a.length === 0 || b.length === 0 || a.length * b.length > MAX_PAIRS)
    return [...removed, ...added];
  const common = commonLengths(a, b);
  const width = b.length + 1;
  const lengthAt = (i: number, j: number): number => common[i * width + j] ?? 0;
  const lines: DiffLine[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i] ?? '' });
      i++;
      j++;
    } else if (j === b.length || (i < a.length && lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      lines.push(...removed.slice(i, ++i));
    } else lines.push(...added.slice(j, ++j));
  }
  return lines;
}

/** How many lines the rests of both have in common, for each pair of places. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1;
  const common = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const [right = 0, below = 0] = [common[i * width + j + 1], common[(i + 1) * width + j]];
      const both = (common[(i + 1) * width + j + 1] ?? 0) + 1;
      common[i * width + j] = a[i] === b[j] ? both : Math.max(right, below);
    }
  }
  return common;
}
