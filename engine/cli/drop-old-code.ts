import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const UNUSED_MS = 30 * 24 * 3600 * 1000;

/**
 * Removes the compiled code of other versions of this program, which lies beside the folder of this one, when it is a
 * month old. Should one of them run once more, it compiles again.
 */
export async function dropOldCode(folder: string, now: number): Promise<void> {
  const versions = await readdir(dirname(folder));
  for (const version of versions.filter((name) => name !== basename(folder))) {
    const other = join(dirname(folder), version);
    const { mtimeMs } = await stat(other);
    if (now - mtimeMs > UNUSED_MS) await rm(other, { recursive: true, force: true });
  }
}
