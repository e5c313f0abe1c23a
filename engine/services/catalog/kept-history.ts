import { newestRetentionOf } from '../../storage/expired-runs.ts';
import { fileRetention, type KeptHistory } from '../../storage/file-retention.ts';
import type { Database } from '../../storage/database.ts';
import type { DagCatalog } from './dag-catalog.ts';

const FOR_EVER = -1;

/**
 * How much of its history a file keeps: as it says now, or said last. A text that cannot be loaded, that nobody
 * has accepted, or whose name is that of another file has no word in it, nor has a file that is gone. What a run says
 * counts only where no file of before is known.
 */
export async function keptHistory(
  { db, catalog }: { readonly db: Database; readonly catalog: DagCatalog },
  fileName: string,
): Promise<KeptHistory> {
  catalog.refresh(fileName);
  await catalog.settled();
  const entry = catalog.entry(fileName);
  if (entry?.retentionDays != null) return { days: entry.retentionDays, runs: entry.retentionRuns };
  return (
    fileRetention(db, fileName) ?? newestRetentionOf(db, fileName) ?? { days: FOR_EVER, runs: null }
  );
}
