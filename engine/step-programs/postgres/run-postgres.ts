import { writeSync } from 'node:fs';
import pg from 'pg';
import { rootCause } from '../../lib/root-cause.ts';
import { rowPrinter } from '../sql/row-printer.ts';
import type { SqlQuery } from '../sql/sql-query.ts';
import { tellCounts } from '../sql/tell-counts.ts';
import type { ProgramContext } from '../task.ts';
import { cancelQuery } from './cancel.ts';
import { connectionString } from './connection-string.ts';
import { errorWords } from './error-words.ts';
import { bindParams } from './named-params.ts';
import { printedQuery } from './printed-query.ts';

/** How soon a server notices that nobody waits for what it does: the program may be killed. */
const NOTICE = `select set_config(name, '10s', false) from pg_settings where name = 'client_connection_check_interval'`;
/** A `commit` where no transaction is open. */
const NO_TRANSACTION = '25P01';

/**
 * Runs statements on a PostgreSQL server and prints their rows as they come. A stop cancels what the server does; what was
 * not committed it takes back, however the connection ends.
 *
 * @throws Error in words for a person.
 */
export async function runPostgres(query: SqlQuery, context: ProgramContext): Promise<void> {
  const statement = bindParams(query.text, query.params);
  const printer = rowPrinter(query);
  const client = await connected(query, context);
  try {
    const work = (): Promise<number> => printedQuery(client, statement, printer);
    const changed = query.transaction ? await inTransaction(client, work) : await work();
    tellCounts(context.fact, { rows: printer.rows(), changed });
  } catch (error) {
    printer.flush();
    throw new Error(errorWords(error, query), { cause: error });
  } finally {
    // The server has ended the transaction before it closes the connection.
    await client.end();
  }
}

async function connected(
  { dsn, timeoutSec }: SqlQuery,
  { fact, onStop }: ProgramContext,
): Promise<pg.Client> {
  const { uri, connectTimeoutSec } = connectionString(dsn);
  const client = new pg.Client({
    connectionString: uri,
    connectionTimeoutMillis: connectTimeoutSec * 1000,
    keepAlive: true,
    fallback_application_name: 'dagwright',
    ...(timeoutSec > 0 ? { statement_timeout: timeoutSec * 1000 } : {}),
  });
  const { host, port, database } = client;
  fact('host', host);
  // What waits for an answer fails with it.
  client.on('error', () => undefined);
  client.on('notice', ({ severity = 'NOTICE', message = '' }) => {
    writeSync(2, `${severity}: ${message}\n`);
  });
  try {
    await client.connect();
    onStop(() => cancelQuery(client));
    await client.query(NOTICE);
  } catch (error) {
    const where = `${host}:${port}/${database ?? ''}`;
    throw new Error(`cannot connect to ${where}: ${rootCause(error)}`, { cause: error });
  }
  return client;
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  const result = await work();
  const remarks: (string | undefined)[] = [];
  client.on('notice', ({ code }) => remarks.push(code));
  const { command } = await client.query('commit');
  if (remarks.includes(NO_TRANSACTION)) {
    throw new Error('the statements ended their transaction themselves');
  }
  if (command !== 'COMMIT') throw new Error('the server took the transaction back');
  return result;
}
