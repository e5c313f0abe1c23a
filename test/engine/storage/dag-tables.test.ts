import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dagTables } from '../../../engine/storage/dag-tables.ts';
import { openDatabase, type Database } from '../../../engine/storage/database.ts';

/** Columns whose names sound like that of a DAG, with the reason why none of them follows one. */
const exceptions: Readonly<Record<string, string>> = {
  'api_key.name': 'that of the key',
  'audit.target': 'tells what somebody asked for, in the words of then',
  'call.target': 'part of a run: what its definition, which is kept as it was, calls',
  'dag_index.file_name': 'read anew from the folder by the catalog',
  'dag_index.name': 'read anew from the folder by the catalog',
  'node.name': 'that of a step',
  'output.name': 'that of a variable',
  'queue_item.queue': 'a DAG with a queued run is not renamed, and a deleted one takes it out',
};

/** What a column that holds the name of a DAG, of its file or of its queue may be called. */
const soundsLikeDag = /dag|file|workflow|(?:^|_)(?:name|queue|target|definition)$/;
/** Ids, times, texts and counts of the same things. */
const isNoName = /_id$|_at$|^id$|_attempt$/;

function emptyDatabase(): Database {
  const db = openDatabase(':memory:');
  onTestFinished(() => {
    db.close();
  });
  return db;
}

function suspectsOf(db: Database): readonly string[] {
  const columns = db
    .prepare(
      `SELECT m.name AS "table", c.name AS "column" FROM sqlite_master AS m, pragma_table_info(m.name) AS c
       WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`,
    )
    .all() as { readonly table: string; readonly column: string }[];
  return columns
    .filter(({ column }) => soundsLikeDag.test(column) && !isNoName.test(column))
    .map(({ table, column }) => `${table}.${column}`);
}

const registered = dagTables.flatMap(({ table, columns }) =>
  columns.map((column) => `${table}.${column}`),
);

describe('the tables that know a DAG by name', () => {
  it('all say how they follow it when it is renamed or deleted, or why they do not', () => {
    const answered = [...registered, ...Object.keys(exceptions)];

    expect(suspectsOf(emptyDatabase()).toSorted()).toEqual(answered.toSorted());
  });

  it('are noticed when they come', () => {
    const db = emptyDatabase();
    const before = suspectsOf(db);

    db.exec('CREATE TABLE favorite (user_id TEXT, dag_name TEXT, added_at INTEGER) STRICT');

    expect(suspectsOf(db).filter((column) => !before.includes(column))).toEqual([
      'favorite.dag_name',
    ]);
  });
});

describe.each(dagTables)('table $table of $columns', ({ table, columns, rename, drop }) => {
  const from = { fileName: 'old file', dagName: 'old name' };
  const to = { fileName: 'new file', dagName: 'new name' };
  /** What its columns hold of a row. */
  const held = (db: Database): unknown[] =>
    db
      .prepare(`SELECT ${columns.join(', ')} FROM ${table}`)
      .raw()
      .all();
  const nameIn = (column: string, { fileName, dagName }: typeof from): string =>
    column === 'file_name' ? fileName : dagName;

  it('goes by the new name after a rename, and leaves other DAGs alone', () => {
    const db = emptyDatabase();
    addRow(db, table, (column) => nameIn(column, from));
    addRow(db, table, () => 'other');

    rename(db, { from, to });

    expect(held(db)).toEqual([
      columns.map((column) => nameIn(column, to)),
      columns.map(() => 'other'),
    ]);
  });

  it('knows the name no more after a deletion where it says so', () => {
    const db = emptyDatabase();
    addRow(db, table, (column) => nameIn(column, from));

    drop?.(db, from.fileName);

    const names = columns.map((column) => nameIn(column, from));
    const left = held(db).filter((row) => isDeepStrictEqual(row, names));
    expect(left).toHaveLength(drop === null ? 1 : 0);
  });
});

interface Column {
  readonly name: string;
  readonly type: 'TEXT' | 'INTEGER' | 'REAL' | 'BLOB';
  readonly isNeeded: 0 | 1;
}

let rows = 0;

/** Adds a row with names in the columns that hold one, and something in each other one that may not be empty. */
function addRow(db: Database, table: string, name: (column: string) => string): void {
  rows += 1;
  const info = db
    .prepare(
      `SELECT name, type, "notnull" AND dflt_value IS NULL OR pk > 0 AS isNeeded FROM pragma_table_info(?)`,
    )
    .all(table) as Column[];
  const names = new Set(
    dagTables.filter((each) => each.table === table).flatMap(({ columns }) => columns),
  );
  const filled = info.filter((column) => names.has(column.name) || column.isNeeded === 1);
  const values = filled.map((column) => {
    if (names.has(column.name)) return name(column.name);
    return column.type === 'TEXT' ? `text ${rows}` : rows;
  });
  db.pragma('foreign_keys = OFF');
  db.prepare(
    `INSERT INTO ${table} (${filled.map((column) => column.name).join(', ')})
     VALUES (${filled.map(() => '?').join(', ')})`,
  ).run(values);
}
