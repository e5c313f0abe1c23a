import type { Database, Statement } from 'better-sqlite3';
import { definePathFunctions } from './stored-paths.ts';

const cache = new WeakMap<Database, Map<string, Statement>>();

/**
 * A bound value that is compared, or limits. SQLite may look at the value while it plans (for an order, a partial index),
 * and then plans the statement again at each use, which takes it five times as long as the rest. It does not look behind a plus.
 */
const plannedValue = /(?<=[=<>]\s*|\b(?:LIMIT|OFFSET)\s+)(?=[?:])/g;

/** A statement that is compiled once for each connection; compiling costs more than most of our queries. */
export function prepared(db: Database, sql: string): Statement {
  let statements = cache.get(db);
  if (statements === undefined) {
    statements = new Map();
    cache.set(db, statements);
    definePathFunctions(db);
  }
  let statement = statements.get(sql);
  if (statement === undefined) {
    statement = db.prepare(sql.replace(plannedValue, '+'));
    statements.set(sql, statement);
  }
  return statement;
}
