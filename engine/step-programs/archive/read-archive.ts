import { stat } from 'node:fs/promises';
import { openFile } from '../../lib/regular-file.ts';
import { rootCause } from '../../lib/root-cause.ts';
import { nameMissing } from '../files/name-missing.ts';
import { ArchiveCheck, type CheckedEntry } from './archive-check.ts';
import type { Content } from './entry.ts';

/** Takes what passed all checks, one after the other; reads the content of a file, or leaves it. */
export type TakeChecked = (entry: CheckedEntry, content: Content) => Promise<void>;

/**
 * Reads an archive of any format that is known. Each entry is checked before it is taken, and all content is read, so that
 * damage is found whatever is taken.
 *
 * @returns what a person should know of it.
 * @throws Error that names the archive.
 */
export async function readArchive(
  file: string,
  maxBytes: number,
  take: TakeChecked,
): Promise<readonly string[]> {
  const { size } = await stat(file).catch(nameMissing(file));
  try {
    const check = new ArchiveCheck(Math.min(maxBytes, Math.max(BOMB_BYTES, size * BOMB_RATIO)));
    const read = (await isZip(file))
      ? (await import('./read-zip.ts')).readZip
      : (await import('./read-tar.ts')).readTar;
    await read(file, async (raw, content) => {
      const entry = check.entry(raw);
      const counted = check.counted(content);
      if (entry !== null) await take(entry, counted);
      // The rest, or all of what nobody took.
      for await (const piece of counted) void piece;
    });
    return check.notes;
  } catch (error) {
    throw new Error(`${file}: ${rootCause(error)}`, { cause: error });
  }
}

/** Below this nothing is a bomb, however well it was compressed. */
const BOMB_BYTES = 100 * 1024 * 1024;
const BOMB_RATIO = 1000;

async function isZip(file: string): Promise<boolean> {
  const handle = await openFile(file, 'follow');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    const head = buffer.subarray(0, bytesRead).toString('latin1');
    // With entries, and without.
    return head === 'PK\u0003\u0004' || head === 'PK\u0005\u0006';
  } finally {
    await handle.close();
  }
}
