import { randomBytes } from 'node:crypto';
import type { Database } from '../database.ts';

interface Reference {
  readonly child: string;
  readonly column: string;
  readonly parent: string;
  readonly key: string;
  /** Whether it may be empty, and the row stand without it. */
  readonly isOptional: boolean;
}

/** Rows whose parent is lost are dropped, or let go of it where they stand without. Returns how many were dropped of each table. */
export function repairReferences(db: Database): ReadonlyMap<string, number> {
  standInForDefinitions(db);
  const dropped = new Map<string, number>();
  const references = referencesOf(db);
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (const reference of references) {
      const count = fix(db, reference);
      if (count === 0) continue;
      isDone = false;
      if (reference.isOptional) continue;
      dropped.set(reference.child, (dropped.get(reference.child) ?? 0) + count);
    }
  }
  return dropped;
}

function fix(db: Database, { child, column, parent, key, isOptional }: Reference): number {
  const lost = `"${column}" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "${parent}" AS p WHERE p."${key}" = "${child}"."${column}")`;
  const sql = isOptional
    ? `UPDATE "${child}" SET "${column}" = NULL WHERE ${lost}`
    : `DELETE FROM "${child}" WHERE ${lost}`;
  return db.prepare(sql).run().changes;
}

function referencesOf(db: Database): readonly Reference[] {
  const rows = db
    .prepare(
      `SELECT t.name AS child, f."from" AS "column", f."table" AS parent, f."to" AS key, f.on_delete AS rule
       FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS f WHERE t.type = 'table'`,
    )
    .all() as (Omit<Reference, 'isOptional'> & { rule: string })[];
  return rows.map(({ rule, ...reference }) => ({
    ...reference,
    // A run that was called is none of its own, while one without the text of base.yaml can still be shown.
    isOptional: rule === 'SET NULL' || reference.column === 'base_id',
  }));
}

const LOST = 'The definition of this run was lost in the damaged database.';

/** Many runs share one text. They are worth keeping without it, with their steps; run again, each step says why it cannot be. */
function standInForDefinitions(db: Database): void {
  const lost = db
    .prepare(
      `SELECT definition_id AS id, min(id) AS runId FROM run
       WHERE definition_id NOT IN (SELECT id FROM definition) GROUP BY definition_id`,
    )
    .all() as { id: number; runId: number }[];
  const names = db.prepare('SELECT name FROM node WHERE run_id = ? ORDER BY position').pluck();
  const add = db.prepare('INSERT INTO definition (id, hash, text) VALUES (?, ?, ?)');
  for (const { id, runId } of lost) {
    add.run(id, randomBytes(16), standIn(names.all(runId) as string[]));
  }
}

function standIn(names: readonly string[]): string {
  const steps = names.map((name) => ({ name, command: `echo '${LOST}' >&2; exit 1` }));
  // JSON is YAML.
  return `# ${LOST}\n${JSON.stringify({ description: LOST, steps })}\n`;
}
