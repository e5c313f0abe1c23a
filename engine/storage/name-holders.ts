import type { DagRenaming } from './dag-names.ts';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** A name of a DAG and the file that has it, which may be gone. */
export interface NameHolder {
  readonly dagName: string;
  readonly fileName: string;
}

/** The file that has each name which several files may say. */
export function nameHolders(db: Database): readonly NameHolder[] {
  return prepared(
    db,
    'SELECT dag_name AS dagName, file_name AS fileName FROM name_holder',
  ).all() as NameHolder[];
}

/** Gives a name to a file, and takes it from another one. */
export function saveNameHolder(db: Database, holder: NameHolder): void {
  prepared(
    db,
    `INSERT INTO name_holder (dag_name, file_name) VALUES (:dagName, :fileName)
     ON CONFLICT DO UPDATE SET file_name = excluded.file_name`,
  ).run(holder);
}

/** The name that a file has goes with it. One that is another file's stays there. */
export function renameNameHolder(db: Database, { from, to }: DagRenaming): void {
  prepared(
    db,
    `UPDATE OR IGNORE name_holder SET file_name = :file, dag_name = :name
     WHERE file_name = :oldFile AND dag_name = :oldName`,
  ).run({
    file: to.fileName,
    name: to.dagName,
    oldFile: from.fileName,
    oldName: from.dagName,
  });
}

/** A file that is gone for good has no name any more. */
export function dropNameHolder(db: Database, fileName: string): void {
  prepared(db, 'DELETE FROM name_holder WHERE file_name = ?').run(fileName);
}

/** No file has the name any more. */
export function freeName(db: Database, dagName: string): void {
  prepared(db, 'DELETE FROM name_holder WHERE dag_name = ?').run(dagName);
}
