import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const UNUSED_MS = 30 * 24 * 3600 * 1000;

/**
 * Removes compiled code that nobody has written or read for a month: that of programs which have been replaced. Should one
 * of them run once more, it compiles anew.
 */
export async function dropStaleCode(folder: string, now: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const { atimeMs, mtimeMs } = await stat(file);
    if (now - Math.max(atimeMs, mtimeMs) > UNUSED_MS) await rm(file, { force: true });
  }
}
