import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Looks at the folders through which paths below a folder are written: what was put there before could lead out of it.
 *
 * @throws Error for a link, or anything else that is not a folder.
 */
export async function refuseLinks(folder: string, paths: readonly string[]): Promise<void> {
  const above = new Set(paths.flatMap(parentsOf));
  for (const path of above) await refuseLink(join(folder, path), path);
}

/** The folders above a path, the outermost first. */
function parentsOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
}

async function refuseLink(path: string, name: string): Promise<void> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null || found.isDirectory()) return;
  throw new Error(
    `${JSON.stringify(name)} in the destination is not a folder: entries would be written through it`,
  );
}
