import type { Migration } from './migration.ts';

/** Which file has the name of a DAG, where several say it; and where each of them says it. The files are read anew for that. */
export const nameHolders: Migration = {
  version: 20,
  name: 'name holders',
  sql: `
    -- Stays when the file is taken away, until another file takes the name.
    CREATE TABLE name_holder (
      dag_name TEXT PRIMARY KEY,
      file_name TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- Of those that several files say, the first look decides.
    INSERT INTO name_holder SELECT name, min(file_name) FROM dag_index WHERE errors = '[]' GROUP BY name HAVING count(*) = 1;

    ALTER TABLE dag_index ADD COLUMN name_line INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE dag_index ADD COLUMN name_column INTEGER NOT NULL DEFAULT 1;
    UPDATE dag_index SET fingerprint = '';
  `,
};
