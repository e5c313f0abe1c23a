import type { AuditEntry } from '../contract/auth.ts';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** One line of the audit log; `at` in milliseconds since the epoch. */
export interface AuditRow extends Omit<AuditEntry, 'at'> {
  readonly at: number;
}

const columns =
  'id, at, actor, actor_kind AS actorKind, origin, operation, target, outcome, code, message';

/** Adds a line, whose id is given by the store. */
export function insertAudit(db: Database, row: Omit<AuditRow, 'id'>): void {
  prepared(
    db,
    `INSERT INTO audit (at, actor, actor_kind, origin, operation, target, outcome, code, message)
     VALUES (:at, :actor, :actorKind, :origin, :operation, :target, :outcome, :code, :message)`,
  ).run(row);
}

export interface AuditQuery {
  readonly actor?: string | undefined;
  /** Whole name, or its beginning before a dot. */
  readonly operation?: string | undefined;
  readonly outcome?: AuditRow['outcome'] | undefined;
  /** Milliseconds since the epoch, inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Only what stands behind this row in the order of the list. */
  readonly after?: AuditPlace | undefined;
  readonly limit: number;
}

/** Where a row stands in the list. */
export type AuditPlace = Pick<AuditRow, 'at' | 'id'>;

/** Rows that one question looks at: some ten milliseconds, however rare what is asked for. */
const LOOKED_AT = 20_000;

const inTime = `FROM audit WHERE at BETWEEN :from AND :to AND NOT (at = :to AND id >= :beforeId)
  ORDER BY at DESC, id DESC LIMIT ${LOOKED_AT}`;

/**
 * What matches, newest first, and the place from which the next question goes on: null where nothing is left. It may
 * find fewer than asked for, even none, and yet there may be more.
 */
export function findAudit(
  db: Database,
  query: AuditQuery,
): { readonly rows: readonly AuditRow[]; readonly next: AuditPlace | null } {
  const range = rangeOf(query);
  const rows = prepared(
    db,
    `SELECT ${columns} FROM (SELECT * ${inTime})
     WHERE (:actor IS NULL OR actor = :actor) AND (:outcome IS NULL OR outcome = :outcome)
       AND (:operation IS NULL OR operation = :operation
         OR substr(operation, 1, length(:operation) + 1) = :operation || '.')
     LIMIT :limit`,
  ).all({
    ...range,
    actor: query.actor ?? null,
    outcome: query.outcome ?? null,
    operation: query.operation ?? null,
    limit: query.limit + 1,
  }) as AuditRow[];
  if (rows.length <= query.limit) return { rows, next: lastLookedAt(db, range) };
  const page = rows.slice(0, query.limit);
  return { rows: page, next: page.at(-1) ?? null };
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly beforeId: number;
}

function rangeOf({ from = 0, to = Number.MAX_SAFE_INTEGER, after }: AuditQuery): Range {
  if (after === undefined || after.at > to) return { from, to, beforeId: Number.MAX_SAFE_INTEGER };
  return { from, to: after.at, beforeId: after.id };
}

/** The last row that a question looked at; null where there were fewer than it may look at. */
function lastLookedAt(db: Database, range: Range): AuditPlace | null {
  const last = prepared(db, `SELECT at, id FROM (SELECT at, id ${inTime}) LIMIT 1 OFFSET ?`).get(
    range,
    LOOKED_AT - 1,
  ) as AuditPlace | undefined;
  return last ?? null;
}

/** Rows that one transaction of a few milliseconds deletes. */
const PORTION = 1000;

/** Forgets some of what is older than a time, oldest first. Returns whether there may be more. */
export function deleteOldAudit(db: Database, before: number): boolean {
  const { changes } = prepared(
    db,
    `DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ? ORDER BY at LIMIT ${PORTION})`,
  ).run(before);
  return changes === PORTION;
}
