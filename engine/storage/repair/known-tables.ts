import type { Database } from '../database.ts';

/** A table of the schema, and how its records are laid out in the file. */
export interface KnownTable {
  readonly name: string;
  readonly kind: 'table' | 'index';
  /** Columns in the order of a record. */
  readonly columns: readonly string[];
  /** Position of the column that is the row's own number; -1: none is. */
  readonly rowidAt: number;
  readonly root: number;
  /** Full indexes by name: each has an entry for every row. */
  readonly indexes: readonly string[];
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
}

/** The tables of a database whose schema is whole, those that others refer to first. */
export function knownTables(db: Database): readonly KnownTable[] {
  const tables = db
    .prepare(
      `SELECT name, rootpage AS root, wr AS withoutRowid FROM pragma_table_list JOIN sqlite_schema USING (name, type)
       WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rootpage`,
    )
    .all() as { name: string; root: number; withoutRowid: number }[];
  return tables.map(({ name, root, withoutRowid }) => {
    const columns = db
      .prepare('SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid')
      .all(name) as Column[];
    const keys = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
    const isIndex = withoutRowid === 1;
    const order = isIndex ? [...keys, ...columns.filter(({ pk }) => pk === 0)] : columns;
    const [key] = keys;
    const isRowid = !isIndex && keys.length === 1 && key?.type === 'INTEGER';
    return {
      name,
      kind: isIndex ? 'index' : 'table',
      columns: order.map((column) => column.name),
      rowidAt: isRowid ? columns.indexOf(key) : -1,
      root,
      indexes: db
        .prepare(
          "SELECT name FROM pragma_index_list(?) WHERE partial = 0 AND NOT (origin = 'pk' AND ?)",
        )
        .pluck()
        .all(name, withoutRowid) as string[],
    };
  });
}

/** Where tables and indexes begin, by their names. */
export function rootsOf(db: Database): ReadonlyMap<string, number> {
  const rows = db
    .prepare('SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0')
    .raw()
    .all();
  return new Map(rows as [string, number][]);
}
