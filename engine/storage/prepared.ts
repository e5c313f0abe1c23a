import type { Database, Statement } from 'better-sqlite3';
import { definePathFunctions } from './places.ts';

const cache = new WeakMap<Database, Map<string, Statement>>();

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
    statement = db.prepare(sql);
    statements.set(sql, statement);
  }
  return statement;
}
