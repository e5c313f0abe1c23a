import { join } from 'node:path';
import git from 'isomorphic-git';
import type { SyncProgress } from './git.ts';
import type { Store } from './store.ts';

/** Writes the index of a pack that lies among the others, without which nobody can read it. */
export async function indexPack(
  { place }: Store,
  pack: string,
  progress?: (progress: SyncProgress) => void,
): Promise<void> {
  await git.indexPack({
    ...place,
    dir: place.gitdir,
    filepath: join('objects', 'pack', pack),
    onProgress: ({ phase, loaded, total }) =>
      progress?.({ phase, done: loaded, total: total || null }),
  });
}
