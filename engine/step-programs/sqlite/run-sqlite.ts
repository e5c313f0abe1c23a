import Library, { type Database } from 'better-sqlite3';
import { rowPrinter } from '../sql/row-printer.ts';
import { tellCounts } from '../sql/tell-counts.ts';
import type { SqlQuery } from '../sql/sql-query.ts';
import type { ProgramContext } from '../task.ts';
import { databaseName } from './database-name.ts';
import { runStatements, type SpeakingDatabase } from './run-statements.ts';

/** What SQLite takes as the longest wait for a lock: 24 days. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/**
 * Runs statements on a database file and prints their rows as they come.
 *
 * SQLite works within the call, so nothing here hears a signal: a stop ends the process, and whoever opens the file next
 * takes back what was not committed.
 *
 * @throws Error in words for a person.
 */
export function runSqlite(query: SqlQuery, { fact }: ProgramContext): Promise<void> {
  const printer = rowPrinter(query);
  try {
    const speaking = opened(query);
    const { database } = speaking;
    const work = (): void => runStatements(speaking, query, printer);
    if (query.transaction) inTransaction(database, work);
    else work();
    tellCounts(fact, { rows: printer.rows(), changed: changesOf(database) });
    database.close();
  } catch (error) {
    printer.flush();
    throw new Error(wordsOf(error, query), { cause: error });
  }
  return Promise.resolve();
}

function opened({ dsn, timeoutSec }: SqlQuery): SpeakingDatabase {
  const timeout = timeoutSec === 0 ? LONGEST_WAIT_MS : timeoutSec * 1000;
  let listener: ((statement: string) => void) | null = null;
  const verbose = (statement: unknown): void => listener?.(String(statement));
  const { path, ...opening } = databaseName(dsn);
  const database = new Library(path, { ...opening, timeout, verbose }).defaultSafeIntegers(true);
  return { database, listen: (next) => void (listener = next) };
}

function changesOf(database: Database): number {
  return Number(database.prepare('select total_changes()').pluck().get());
}

/** It takes the lock for writing first: who reads and then wants to write is refused at once where another one writes. */
function inTransaction(database: Database, work: () => void): void {
  begin(database);
  work();
  database.exec('commit');
}

function begin(database: Database): void {
  try {
    database.exec('begin immediate');
  } catch (error) {
    // Then there is nothing to write, and no lock for it.
    if (codeOf(error) !== 'SQLITE_READONLY') throw error;
    database.exec('begin');
  }
}

function wordsOf(error: unknown, { timeoutSec, params }: SqlQuery): string {
  const message = error instanceof Error ? error.message : String(error);
  if (codeOf(error).startsWith('SQLITE_BUSY') && timeoutSec > 0) {
    return `${message}: another process held it for the timeout of ${timeoutSec}s`;
  }
  if (error instanceof RangeError && params.length > 0) {
    return `${message}: \`params\` requires exactly one`;
  }
  return message;
}

function codeOf(error: unknown): string {
  return error instanceof Library.SqliteError ? error.code : '';
}
