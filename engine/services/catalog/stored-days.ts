import { fileNamed } from '../../storage/dag-index.ts';
import type { Database } from '../../storage/database.ts';
import type { RunRecord } from '../../storage/runs.ts';
import type { DagCatalog } from './dag-catalog.ts';

/**
 * How many days the stored DAG of a name keeps its history, as its file says now; null without one that can be loaded.
 * What a run says counts for no other run: it may be a draft, or have begun before the file was changed.
 */
export async function storedDays(
  { db, catalog }: { readonly db: Database; readonly catalog: DagCatalog },
  { dagName, fileName }: Pick<RunRecord, 'dagName' | 'fileName'>,
): Promise<number | null> {
  // The index is written a moment after a file was. Most files bear the name of their DAG.
  for (const file of [fileName, dagName, fileNamed(db, dagName)]) {
    if (file === null) continue;
    catalog.refresh(file);
    await catalog.settled();
    const entry = catalog.entry(file);
    if (entry?.name === dagName) return entry.retentionDays;
  }
  return null;
}
