import { print } from '../print.ts';
import type { SqlFormat, SqlQuery } from './sql-query.ts';

/** A value of a row. Null: it has none. */
export type Cell = {
  readonly text: string;
  /** Whether the text is JSON by itself. */ readonly bare: boolean;
} | null;

/** Prints the rows of one result after another as they come, and holds none of them. */
export interface RowPrinter {
  /** A result with columns. */
  readonly begin: (columns: readonly string[]) => void;
  readonly row: (cells: readonly Cell[]) => void;
  /** The result is complete. */
  readonly end: () => void;
  /** What came so far, whatever becomes of the rest. */
  readonly flush: () => void;
  /** How many rows there were; null: no result had columns. */
  readonly rows: () => number | null;
}

/** How a format writes a result. */
interface Style {
  readonly head: (columns: readonly string[]) => string;
  readonly row: (cells: readonly Cell[], position: { readonly first: boolean }) => string;
  readonly foot: string;
}

/** One write for so many characters: each costs a call of the system. */
const PRINT_AT = 64 * 1024;

/** Prints rows as they come, by about 64 Ki characters at a time. What is left is printed at the end. */
export function rowPrinter({ format, headers }: Pick<SqlQuery, 'format' | 'headers'>): RowPrinter {
  const makeStyle = styles[format];
  let style: Style | null = null;
  let pending = '';
  let first = true;
  let rows = 0;
  const add = (text: string): void => {
    pending += text;
    if (pending.length >= PRINT_AT) flush();
  };
  const flush = (): void => {
    print(Buffer.from(pending));
    pending = '';
  };
  return {
    begin: (columns) => {
      style = makeStyle(columns, headers);
      first = true;
      add(style.head(columns));
    },
    row: (cells) => {
      add(style?.row(cells, { first }) ?? '');
      first = false;
      rows += 1;
    },
    end: () => {
      add(style?.foot ?? '');
      flush();
    },
    flush,
    rows: () => (style === null ? null : rows),
  };
}

const styles: Readonly<Record<SqlFormat, (columns: readonly string[], headers: boolean) => Style>> =
  {
    json: (columns) => {
      const object = objectOf(columns);
      return {
        head: () => '[',
        row: (cells, { first }) => `${first ? '' : ',\n '}${object(cells)}`,
        foot: ']\n',
      };
    },
    jsonl: (columns) => {
      const object = objectOf(columns);
      return { head: () => '', row: (cells) => `${object(cells)}\n`, foot: '' };
    },
    csv: (_columns, headers) => ({
      head: (names) => (headers ? `${names.map(csvText).join(',')}\n` : ''),
      row: (cells) =>
        `${cells.map((cell) => (cell === null ? '' : csvText(cell.text))).join(',')}\n`,
      foot: '',
    }),
  };

function objectOf(columns: readonly string[]): (cells: readonly Cell[]) => string {
  const keys = columns.map((name) => `${JSON.stringify(name)}:`);
  return (cells) => `{${keys.map((key, index) => key + jsonText(cells[index] ?? null)).join(',')}}`;
}

/** A value within JSON. */
export function jsonText(cell: Cell): string {
  if (cell === null) return 'null';
  return cell.bare ? cell.text : JSON.stringify(cell.text);
}

/** RFC 4180. An empty text has quotes, so that it differs from none. */
function csvText(text: string): string {
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
