import type { Output } from '../terminal.ts';
import { displayWidth, fitTo, oneLine, padTo } from './display-width.ts';

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string;
  /** Colors the value after it has been measured. */
  readonly style?: (text: string, row: Row) => string;
}

const GAP = '  ';

/** Rows in aligned columns. On a terminal that is too narrow, the last column is cut. */
export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[], out: Output) {
  const cells = rows.map((row) => columns.map(({ value }) => oneLine(value(row))));
  const widths = columns.map(({ title }, index) =>
    Math.max(displayWidth(title), ...cells.map((line) => displayWidth(line[index] ?? ''))),
  );
  const space = { widths, columns: out.columns };
  const head = columns.map(({ title }) => title);
  const lines = [
    layOut(head, space, (text) => out.colors.dim(text)),
    ...rows.map((row, at) =>
      layOut(cells[at] ?? [], space, (text, index) => {
        const style = columns[index]?.style;
        return style ? style(text, row) : text;
      }),
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function layOut(
  cells: readonly string[],
  { widths, columns }: { readonly widths: readonly number[]; readonly columns: number | null },
  style: (text: string, index: number) => string,
): string {
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP.length, 0);
  const lastWidth = columns === null ? Infinity : Math.max(8, columns - before);
  const line = cells.map((cell, index) => {
    if (index === cells.length - 1) return style(fitTo(cell, lastWidth), index);
    const padding = ' '.repeat((widths[index] ?? 0) - displayWidth(cell));
    return style(cell, index) + padding;
  });
  return line.join(GAP).trimEnd();
}

/** Several texts as a column of the same width. */
export function sameWidth(texts: readonly string[]): readonly string[] {
  const width = Math.max(0, ...texts.map(displayWidth));
  return texts.map((text) => padTo(text, width));
}
