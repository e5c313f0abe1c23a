import pg from 'pg';
import { print } from '../print.ts';
import type { RowPrinter } from '../sql/row-printer.ts';
import type { BoundStatement } from './named-params.ts';
import { cellOf } from './postgres-cells.ts';

/** How the library hands on what the server says, which its types leave out. */
interface MessageHandlers {
  handleRowDescription(message: { readonly fields: readonly Column[] }): void;
  handleDataRow(message: { readonly fields: readonly (string | null)[] }): void;
  handleCommandComplete(message: { readonly text: string }, connection: pg.Connection): void;
  handleCopyData(message: { readonly chunk: Buffer }): void;
}

interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

type QueryClass = new (
  config: pg.QueryConfig,
  done: (error: Error | null) => void,
) => MessageHandlers & pg.Submittable;

// The class has these methods, and a constructor that takes both.
const Query = pg.Query as unknown as QueryClass;

/** Statements whose rows are printed as they come. None is kept: a row that the log has not taken holds up the reading. */
class PrintedQuery extends Query {
  readonly #printer: RowPrinter;
  #types: readonly number[] = [];
  /** Rows that statements inserted, updated, deleted, merged or copied. */
  changed = 0;

  constructor(
    { text, values }: BoundStatement,
    printer: RowPrinter,
    done: (error: Error | null) => void,
  ) {
    super({ text, values: [...values] }, done);
    this.#printer = printer;
  }

  override handleRowDescription({ fields }: { readonly fields: readonly Column[] }): void {
    this.#types = fields.map(({ dataTypeID }) => dataTypeID);
    this.#printer.begin(fields.map(({ name }) => name));
  }

  override handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.#printer.row(fields.map((text, index) => cellOf(text, this.#types[index] ?? 0)));
  }

  override handleCommandComplete(
    message: { readonly text: string },
    connection: pg.Connection,
  ): void {
    super.handleCommandComplete(message, connection);
    const [, count] = CHANGING.exec(message.text) ?? [];
    this.changed += Number(count ?? 0);
    if (this.#types.length > 0) this.#printer.end();
    this.#types = [];
  }

  override handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    print(chunk);
  }
}

const CHANGING = /^(?:INSERT 0|UPDATE|DELETE|MERGE|COPY) (\d+)$/;

/** Runs statements and prints their rows; answers with the number of rows that they changed. */
export function printedQuery(
  client: pg.Client,
  statement: BoundStatement,
  printer: RowPrinter,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const query = new PrintedQuery(statement, printer, (error) => {
      if (error === null) resolve(query.changed);
      else reject(error);
    });
    client.query(query);
  });
}
