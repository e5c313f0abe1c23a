import { open } from 'node:fs/promises';
import { constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

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
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new Error(
      `the file "${place}" ${code === undefined ? message : `cannot be read (${code})`}`,
      {
        cause: error,
      },
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new Error(`the file "${place}" is not UTF-8 text`, { cause: error });
  }
}

async function readBytes(place: string, mostBytes: number): Promise<Buffer> {
  // Without waiting: a pipe that nobody writes to would hold up the run for ever.
  const file = await open(place, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new Error('is not an ordinary file');
    if (stat.size > mostBytes)
      throw new Error(`has ${stat.size} bytes, and at most ${mostBytes} are read`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}
