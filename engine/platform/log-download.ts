import { Readable } from 'node:stream';
import type { Download } from '../contract/download.ts';
import { EngineError } from '../contract/errors.ts';
import { NotRegularFile, openFile } from '../lib/regular-file.ts';

/**
 * A log as a file to be saved; null: it was never written, and the file is empty.
 *
 * @throws EngineError `not_found` for a log that is gone or not begun, or in whose place something else lies.
 */
export async function downloadLog(path: string | null, title: string): Promise<Download> {
  const fileName = `${safeName(title)}.log`;
  if (path === null) return { fileName, size: 0, open: nothing };
  const size = await sizeOf(path, fileName);
  return {
    fileName,
    size,
    open: size === 0 ? nothing : () => piecesOf(path, size),
  };
}

const nothing = (): AsyncIterable<Uint8Array> => Readable.from([]);

// Opened when it is sent: an answer without a body would leave it open.
async function* piecesOf(path: string, size: number): AsyncIterable<Uint8Array> {
  const file = await openFile(path, 'refuse');
  yield* file.createReadStream({ end: size - 1 });
}

async function sizeOf(path: string, fileName: string): Promise<number> {
  try {
    await using file = await openFile(path, 'refuse');
    return (await file.stat()).size;
  } catch (cause) {
    if (cause instanceof NotRegularFile) {
      const text = `Cannot read ${fileName}: ${cause.message}.`;
      throw new EngineError('not_found', text, { cause });
    }
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    const text = `${fileName} not found: its run has not started, or the log was deleted.`;
    throw new EngineError('not_found', text, { cause });
  }
}

/** Names of steps may hold anything; a name of a file, and of a header, may not. */
export function safeName(title: string): string {
  const plain = title.replace(/[^A-Za-z0-9._-]+/g, '_').replace(/^\.+/, '_');
  return plain.slice(0, 150) || 'log';
}
