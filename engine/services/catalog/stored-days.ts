import { fileNamed } from '../../storage/dag-index.ts';
import type { Database } from '../../storage/database.ts';
import type { DagCatalog } from './dag-catalog.ts';

/**
 * How many days the stored DAG of a name keeps its history, as its file says now; null without one that can be loaded.
 * What a run says counts for no other run: it may be a draft, or have begun before the file was changed.
 */
export async function storedDays(
  { db, catalog }: { readonly db: Database; readonly catalog: DagCatalog },
  dagName: string,
): Promise<number | null> {
  // The index is stored a moment after a file was read, and is all that the engine of a single command has at first.
  const fileName = catalog.named(dagName)?.fileName ?? fileNamed(db, dagName) ?? dagName;
  catalog.refresh(fileName);
  await catalog.settled();
  const entry = catalog.entry(fileName);
  return entry?.name === dagName ? entry.retentionDays : null;
}
