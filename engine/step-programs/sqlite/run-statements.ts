import type { Database, Statement } from 'better-sqlite3';
import type { RowPrinter } from '../sql/row-printer.ts';
import type { SqlQuery } from '../sql/sql-query.ts';
import { boundValues, cellOf, type SqliteValue } from './sqlite-values.ts';

/** A database that says each statement before it begins it. */
export interface SpeakingDatabase {
  readonly database: Database;
  /** Says who is told. What that one throws keeps the statement from its beginning. */
  readonly listen: (listener: ((statement: string) => void) | null) => void;
}

/** Where a statement begins that may have rows to print. */
class MayHaveRows extends Error {
  readonly statement: string;

  constructor(statement: string) {
    super('a statement may have rows');
    this.statement = statement;
  }
}

/** @throws Error as SQLite words it. */
export function runStatements(
  speaking: SpeakingDatabase,
  { text, params }: Pick<SqlQuery, 'text' | 'params'>,
  printer: RowPrinter,
): void {
  if (params.length > 0) runBound(speaking.database, { text, params }, printer);
  else runEach(speaking, text, printer);
}

function runBound(
  database: Database,
  { text, params }: Pick<SqlQuery, 'text' | 'params'>,
  printer: RowPrinter,
): void {
  const values = boundValues(params);
  runOne(database.prepare(text), Array.isArray(values) ? values : [values], printer);
}

/**
 * Runs statements one after another. Only SQLite knows where each of them ends, so it is given the text, and says each
 * statement as it comes to it. One that may have rows is held up there and run by itself.
 */
function runEach(speaking: SpeakingDatabase, text: string, printer: RowPrinter): void {
  const { database } = speaking;
  let from = 0;
  const listen = (statement: string): void => {
    const at = text.indexOf(statement, from);
    if (at === -1) throw new Error('a placeholder has no value: give it one in `params`');
    from = at + statement.length;
    if (mayHaveRows(statement)) throw new MayHaveRows(statement);
  };
  for (;;) {
    const held = execute(speaking, text.slice(from), listen);
    if (held === null) return;
    runOne(database.prepare(held), [], printer);
  }
}

/** Null: it came to the end of the text. Else the statement that it did not begin. */
function execute(
  speaking: SpeakingDatabase,
  text: string,
  listen: (statement: string) => void,
): string | null {
  speaking.listen(listen);
  try {
    speaking.database.exec(text);
    return null;
  } catch (error) {
    if (error instanceof MayHaveRows) return error.statement;
    throw error;
  } finally {
    speaking.listen(null);
  }
}

/** Statements without rows are not worth the stop: a script may have a hundred thousand of them. */
function mayHaveRows(statement: string): boolean {
  return !WITHOUT_ROWS.test(statement) || /\breturning\b/i.test(statement);
}

const WITHOUT_ROWS = /^\s*(?:insert|replace|update|delete|create|drop|alter)\b/i;

function runOne(statement: Statement, values: readonly unknown[], printer: RowPrinter): void {
  if (!statement.reader) {
    statement.run(...values);
    return;
  }
  printer.begin(statement.columns().map(({ name }) => name));
  // As lists, since two columns may have one name.
  const rows = statement.raw(true).iterate(...values) as Iterable<readonly SqliteValue[]>;
  for (const row of rows) printer.row(row.map(cellOf));
  printer.end();
}
