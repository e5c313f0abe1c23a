import SQLite from 'better-sqlite3';

/** Whether the database itself is broken: neither waiting nor asking again helps. */
export function isDamage(error: unknown): error is Error {
  return error instanceof SQLite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}
