import { newestRetentionOf } from '../../storage/expired-runs.ts';
import { fileRetention } from '../../storage/file-retention.ts';
import type { Database } from '../../storage/database.ts';
import type { DagCatalog } from './dag-catalog.ts';

const FOR_EVER = -1;

/**
 * How many days a file keeps the runs that it made: as it says now, or said last. A text that cannot be loaded, that nobody
 * has accepted, or whose name is that of another file has no word in it, nor has a file that is gone. What a run says
 * counts only where no file of before is known.
 */
export async function keptDays(
  { db, catalog }: { readonly db: Database; readonly catalog: DagCatalog },
  fileName: string,
): Promise<number> {
  catalog.refresh(fileName);
  await catalog.settled();
  const now = catalog.entry(fileName)?.retentionDays ?? null;
  return now ?? fileRetention(db, fileName) ?? newestRetentionOf(db, fileName) ?? FOR_EVER;
}
