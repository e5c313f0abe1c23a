import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

export interface AgeMark {
  /** Milliseconds since the epoch. */
  readonly trustedAt: number;
  readonly waitMs: number;
}

/** What the last engine left; undefined before the first one that keeps it. */
export function ageMark(db: Database): AgeMark | undefined {
  return prepared(
    db,
    'SELECT trusted_at AS trustedAt, wait_ms AS waitMs FROM age_mark WHERE id = 1',
  ).get() as AgeMark | undefined;
}

/** Stores until when the clock was right. */
export function saveAgeMark(db: Database, mark: AgeMark): void {
  prepared(
    db,
    `INSERT INTO age_mark (id, trusted_at, wait_ms) VALUES (1, :trustedAt, :waitMs)
     ON CONFLICT DO UPDATE SET trusted_at = excluded.trusted_at, wait_ms = excluded.wait_ms`,
  ).run(mark);
}

/** When something was last recorded, in a home of an engine that kept no mark; null in an empty one. */
export function newestRecord(db: Database): number | null {
  return prepared(
    db,
    `SELECT max(at) FROM (
       SELECT max(created_at) AS at FROM run UNION ALL SELECT max(seen_at) FROM scheduler_mark
       UNION ALL SELECT max(at) FROM audit UNION ALL SELECT max(at) FROM resource_sample)`,
  )
    .pluck()
    .get() as number | null;
}
