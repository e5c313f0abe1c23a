import { cp, mkdir, readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makePrivateFolder } from '../../lib/folders.ts';
import { keepOwnersRights, OWNER_ONLY_FOLDER } from '../../lib/rights.ts';

/**
 * Gives a home that has no DAGs folder yet the samples to begin with. A folder that exists, be it empty, belongs to its
 * owner and is left alone. Returns whether samples were copied.
 */
export async function installSamples(samplesDir: string | null, dagsDir: string): Promise<boolean> {
  makePrivateFolder(dirname(dagsDir));
  try {
    await mkdir(dagsDir, OWNER_ONLY_FOLDER);
    keepOwnersRights(dagsDir, OWNER_ONLY_FOLDER);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  if (samplesDir === null || (await readdir(samplesDir)).length === 0) return false;
  await cp(samplesDir, dagsDir, { recursive: true });
  return true;
}
