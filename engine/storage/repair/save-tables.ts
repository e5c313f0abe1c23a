import SQLite, { type Database, type Statement } from 'better-sqlite3';
import { knownTables, rootsOf, type KnownTable } from './known-tables.ts';
import type { PageFile } from './page-file.ts';
import { Trees, type Entry } from './trees.ts';

/** What became of one table. */
export interface SavedTable {
  readonly name: string;
  readonly saved: number;
  /** Pages of it that could not be read, wholly or in part. */
  readonly damagedPages: number;
  /** Rows that are known to be lost: there may be more. */
  readonly lost: number;
}

const SCHEMA_ROOT = 1;

/** Copies every row that can be read out of a damaged file into a database whose schema is that of the file. */
export function saveTables(db: Database, file: PageFile): SavedTable[] {
  const roots = likelyRoots(db, file);
  const trees = new Trees(file, roots.values());
  return knownTables(db).map((table) => saveTable(db, trees, { ...table, roots }));
}

/**
 * Where tables and indexes begin: as the file says, and else as in every other database, for they are made in the same
 * order.
 */
function likelyRoots(db: Database, file: PageFile): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const schema = new Trees(file, [SCHEMA_ROOT]).tree(SCHEMA_ROOT, 'table');
  for (const { values } of schema.entries()) {
    const [, name, , root] = values;
    if (typeof name === 'string' && typeof root === 'number' && root > 1) found.set(name, root);
  }
  const taken = new Set(found.values());
  for (const [name, root] of rootsOf(db)) {
    if (!found.has(name) && !taken.has(root)) found.set(name, root);
  }
  return found;
}

interface Placed extends KnownTable {
  readonly roots: ReadonlyMap<string, number>;
}

function saveTable(db: Database, trees: Trees, table: Placed): SavedTable {
  const { name, kind, roots } = table;
  const insert = inserter(db, table);
  const tree = trees.tree(roots.get(name) ?? 0, kind);
  // What the migrations of an empty database put there.
  db.exec(`DELETE FROM "${name}"`);
  let saved = 0;
  let rejected = 0;
  for (const entry of tree.entries()) {
    if (insert(entry)) saved += 1;
    else rejected += 1;
  }
  const damagedPages = tree.damaged();
  const known = damagedPages + rejected === 0 ? 0 : mostEntries(trees, table);
  return { name, saved, damagedPages, lost: Math.max(rejected, known - saved) };
}

/** Indexes are trees of their own: they tell of rows that the table has lost. */
function mostEntries(trees: Trees, { indexes, roots }: Placed): number {
  const counts = indexes.map((name) => {
    const entries = trees.tree(roots.get(name) ?? 0, 'index').entries();
    let count = 0;
    while (entries.next().done !== true) count += 1;
    return count;
  });
  return Math.max(0, ...counts);
}

/** Puts a row into a table; false for one that the schema forbids, so that it cannot have been written. */
function inserter(db: Database, { name, columns, rowidAt }: KnownTable): (row: Entry) => boolean {
  // Rows end with the columns that there were when they were written; the others have what stands when nothing is said.
  const statements = new Map<number, Statement>();
  const statementFor = (count: number): Statement => {
    let statement = statements.get(count);
    if (statement === undefined) {
      const names = columns.slice(0, count).map((column) => `"${column}"`);
      const storedPaths = names.map(() => '?');
      statement = db.prepare(
        `INSERT INTO "${name}" (${names.join()}) VALUES (${storedPaths.join()})`,
      );
      statements.set(count, statement);
    }
    return statement;
  };
  return ({ rowid, values }) => {
    if (values.length === 0 || values.length > columns.length) return false;
    try {
      const row = values.map((value, index) => (index === rowidAt ? rowid : value));
      statementFor(values.length).run(row);
      return true;
    } catch (error) {
      if (error instanceof SQLite.SqliteError && /^SQLITE_(CONSTRAINT|MISMATCH)/.test(error.code)) {
        return false;
      }
      throw error;
    }
  };
}
