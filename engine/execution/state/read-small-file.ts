import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { NotRegularFile, openFile } from '../../lib/regular-file.ts';

/**
 * Reads a file of text whose place the writer of a DAG names. Relative paths start from `folder`; `~/` is the home folder.
 * Null where there is none.
 *
 * @throws Error in words for a person: too large, no ordinary file, not readable, not UTF-8.
 */
export async function readSmallFile(
  path: string,
  folder: string,
  mostBytes: number,
): Promise<string | null> {
  const place = path.startsWith('~/') ? join(homedir(), path.slice(2)) : resolve(folder, path);
  // Most runs have no dotenv file, and an open that fails in another thread costs them half a millisecond.
  if (!existsSync(place)) return null;
  let bytes;
  try {
    bytes = await readBytes(place, mostBytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new Error(`the file "${place}" ${whyNotRead(error)}`, { cause: error });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new Error(`the file "${place}" is not UTF-8 text`, { cause: error });
  }
}

function whyNotRead(error: unknown): string {
  if (error instanceof NotRegularFile) return 'is not a regular file';
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : `cannot be read (${code})`;
}

async function readBytes(place: string, mostBytes: number): Promise<Buffer> {
  await using file = await openFile(place, 'follow');
  const { size } = await file.stat();
  if (size > mostBytes) throw new Error(`has ${size} bytes, more than the limit of ${mostBytes}`);
  return await file.readFile();
}
