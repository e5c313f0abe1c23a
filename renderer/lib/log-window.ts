/** Lines fetched at once. Pages begin at multiples of it, so that a cache can hold them. */
export const PAGE_LINES = 500;

/** One log within a view: its lines follow a header row where several logs stand below each other. */
export interface LogSegment {
  readonly key: string;
  readonly title: string | undefined;
  readonly lines: number;
}

export type LogRow =
  | { readonly kind: 'header'; readonly segment: number }
  | { readonly kind: 'line'; readonly segment: number; readonly line: number };

/** Rows of all logs together, headers included. */
export function rowCount(segments: readonly LogSegment[]): number {
  return segments.reduce((rows, segment) => rows + rowsOf(segment), 0);
}

/** What stands in a row. Lines count from 1, as the log pages do. */
export function rowAt(segments: readonly LogSegment[], row: number): LogRow | undefined {
  let left = row;
  for (const [index, segment] of segments.entries()) {
    if (left < rowsOf(segment)) {
      const line = segment.title === undefined ? left + 1 : left;
      return line === 0
        ? { kind: 'header', segment: index }
        : { kind: 'line', segment: index, line };
    }
    left -= rowsOf(segment);
  }
  return undefined;
}

/** The row of a line of a segment. */
export function rowOfLine(segments: readonly LogSegment[], segment: number, line: number): number {
  const before = rowCount(segments.slice(0, segment));
  return before + line - (segments[segment]?.title === undefined ? 1 : 0);
}

/** The pages that a stretch of rows needs, as segment and page number. */
export function pagesOf(
  segments: readonly LogSegment[],
  from: number,
  to: number,
): readonly { readonly segment: number; readonly page: number }[] {
  const pages: { segment: number; page: number }[] = [];
  let start = 0;
  for (const [segment, one] of segments.entries()) {
    const { lines } = one;
    const firstLineRow = start + rowsOf(one) - lines;
    const first = Math.max(0, from - firstLineRow);
    const last = Math.min(lines - 1, to - firstLineRow);
    for (let page = pageOf(first); last >= first && page <= pageOf(last); page++) {
      pages.push({ segment, page });
    }
    start = firstLineRow + lines;
  }
  return pages;
}

// A log without lines needs no title either.
function rowsOf({ title, lines }: LogSegment): number {
  return lines + (title === undefined || lines === 0 ? 0 : 1);
}

function pageOf(lineFromZero: number): number {
  return Math.floor(lineFromZero / PAGE_LINES);
}
