import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** Rows that one transaction of a few milliseconds deletes. */
const PORTION = 1000;

/**
 * Forgets some of the slots that were due before a time, oldest first. Those that still wait for their fate stay. Returns
 * whether there may be more.
 */
export function deleteOldSlots(db: Database, before: number): boolean {
  const { changes } = prepared(
    db,
    `DELETE FROM slot WHERE (file_name, kind, at) IN
       (SELECT file_name, kind, at FROM slot WHERE at < ? AND fate <> 'pending' ORDER BY at LIMIT ${PORTION})`,
  ).run(before);
  return changes === PORTION;
}

/** Forgets some of the slots of a DAG and kind beyond the newest `kept` ones. Returns whether there may be more. */
export function deleteSurplusSlots(
  db: Database,
  { fileName, kind }: SlotGroup,
  kept: number,
): boolean {
  const oldest = prepared(
    db,
    'SELECT at FROM slot WHERE file_name = ? AND kind = ? ORDER BY at DESC LIMIT 1 OFFSET ?',
  )
    .pluck()
    .get(fileName, kind, kept - 1) as number | undefined;
  if (oldest === undefined) return false;
  const { changes } = prepared(
    db,
    `DELETE FROM slot WHERE file_name = :fileName AND kind = :kind AND at IN
       (SELECT at FROM slot WHERE file_name = :fileName AND kind = :kind AND at < :oldest AND fate <> 'pending'
        ORDER BY at LIMIT ${PORTION})`,
  ).run({ fileName, kind, oldest });
  return changes === PORTION;
}

export interface SlotGroup {
  readonly fileName: string;
  readonly kind: string;
}

/** The DAGs and kinds of slots in the ledger. Steps from one to the next: there are many slots of each. */
export function slotGroups(db: Database): readonly SlotGroup[] {
  return prepared(
    db,
    `WITH RECURSIVE known (name, kind) AS (
       SELECT * FROM (SELECT file_name, kind FROM slot ORDER BY file_name, kind LIMIT 1)
       UNION ALL
       SELECT next.file_name, next.kind FROM known JOIN slot AS next
         ON (next.file_name, next.kind, next.at) =
            (SELECT file_name, kind, at FROM slot WHERE (file_name, kind) > (known.name, known.kind)
             ORDER BY file_name, kind, at LIMIT 1)
     )
     SELECT name AS fileName, kind FROM known`,
  ).all() as SlotGroup[];
}

/** Forgets times of standstill that ended before a time. */
export function deleteOldDowntimes(db: Database, before: number): void {
  prepared(db, 'DELETE FROM downtime WHERE to_at < ?').run(before);
}
