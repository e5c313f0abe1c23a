import { isDagFile, stemOf } from '../../platform/dag-file-names.ts';
import type { ChangedFile } from '../../sync/sync-context.ts';
import type { EngineServices } from '../engine-services.ts';
import { followDeletion } from '../follow-dag.ts';

/** After Git Sync has changed files: what is known of those that are DAGs follows at once. */
export async function followSyncedFiles(
  services: EngineServices,
  files: readonly ChangedFile[],
): Promise<void> {
  for (const { path, isGone } of files) {
    if (path.includes('/') || !isDagFile(path)) continue;
    const fileName = stemOf(path);
    if (isGone) await followDeletion(services, fileName);
    else services.catalog.refresh(fileName);
  }
  await services.catalog.settled();
}
