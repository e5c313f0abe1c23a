import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/**
 * When this boot of the machine counts as due: at the first engine that sees it. Stored before anything is decided by it, so
 * that a further engine of the same boot finds the same slots.
 */
export function bootDueAt(db: Database, bootId: string, now: number): number {
  return prepared(
    db,
    `INSERT INTO seen_boot (id, boot_id, at) VALUES (1, :bootId, :now)
     ON CONFLICT DO UPDATE SET boot_id = excluded.boot_id, at = iif(boot_id = excluded.boot_id, at, excluded.at)
     RETURNING at`,
  )
    .pluck()
    .get({ bootId, now }) as number;
}
