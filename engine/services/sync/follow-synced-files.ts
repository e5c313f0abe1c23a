import { basename } from 'node:path';
import { isDagFile, stemOf } from '../../platform/dag-file-names.ts';
import { placeOfPath, type DagTree } from '../../platform/dag-folder/dag-tree.ts';
import type { ChangedFile } from '../../sync/sync-context.ts';
import type { EngineServices } from '../engine-services.ts';
import { followDeletion } from '../follow-dag.ts';

/** After Git Sync has changed files: what is known of those that are DAGs follows at once. */
export async function followSyncedFiles(
  services: EngineServices,
  files: readonly ChangedFile[],
): Promise<void> {
  const { catalog } = services;
  // All of them first: a file that was moved is not gone.
  const changed = new Map<string, boolean>();
  for (const { path, isGone } of files) {
    noteFolders(catalog.tree, path);
    const fileName = stemOf(basename(path));
    if (isDagFile(basename(path))) changed.set(fileName, isGone && changed.get(fileName) !== false);
  }
  for (const [fileName, isGone] of changed) {
    const isThere = catalog.tree.find(fileName) !== null;
    if (isGone && !isThere && catalog.entry(fileName) !== undefined) {
      await followDeletion(services, fileName);
    } else catalog.refresh(fileName);
  }
  await catalog.settled();
}

/** The folders above a file may be new as well. */
function noteFolders(tree: DagTree, path: string): void {
  const parts = path.split('/');
  for (const index of parts.keys()) tree.note(placeOfPath(parts.slice(0, index + 1).join('/')));
}
