import type { Range } from '../source/source-node.ts';

/** A text in place of a range; of an empty range it is put there. */
export interface TextEdit extends Range {
  readonly text: string;
}

/** Carries out edits that do not overlap. All else stays as it is, byte for byte. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    if (edit.start < end) continue;
    parts.push(text.slice(end, edit.start), edit.text);
    end = edit.end;
  }
  return parts.join('') + text.slice(end);
}

/** The column of an offset, from 0. */
export function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}
