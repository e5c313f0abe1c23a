import { oneLine } from './display-width.ts';

/** What stands before a line that came, went or is another one. */
export interface Marks {
  readonly added: string;
  readonly removed: string;
  readonly changed: string;
}

interface Values {
  readonly before: string | null;
  readonly after: string | null;
}

/** Lines of one text that are worth showing. */
const MAX_LINES = 8;

/** A value before and after: on one line, or the lines in which two texts differ. */
export function valueLines(
  name: string,
  { before, after }: Values,
  marks: Marks,
): readonly string[] {
  const mark = before === null ? marks.added : after === null ? marks.removed : marks.changed;
  const isLong = [before, after].some((text) => text?.trimEnd().includes('\n'));
  if (!isLong) {
    const values = [before, after].filter((text) => text !== null).map(oneLine);
    return [`${mark} ${name}: ${values.join(' → ')}`];
  }
  const [old, now] = [linesOf(before), linesOf(after)];
  const gone = without(old, now).map((line) => `  ${marks.removed} ${oneLine(line)}`);
  const come = without(now, old).map((line) => `  ${marks.added} ${oneLine(line)}`);
  const rest = gone.length + come.length === 0 ? ['  the same lines in another order'] : [];
  return [`${mark} ${name}:`, ...shown(gone), ...shown(come), ...rest];
}

function linesOf(text: string | null): readonly string[] {
  return text === null ? [] : text.trimEnd().split('\n');
}

function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}

function shown(lines: readonly string[]): readonly string[] {
  const more = lines.length - MAX_LINES;
  return more > 0 ? [...lines.slice(0, MAX_LINES), `    and ${more} more`] : lines;
}
