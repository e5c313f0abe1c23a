import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { openFile } from '../../lib/regular-file.ts';
import { textReader } from '../../lib/text-encoding.ts';
import type { AttachedLog } from './mail-request.ts';

/** What most servers take of 40 logs together. */
const MAX_BYTES = 256 * 1024;

/** The end of a log as an attachment; nothing of one that is empty or gone. */
export async function attachedLog({
  file,
  encoding = 'utf-8',
}: AttachedLog): Promise<readonly Attachment[]> {
  const text = textReader(encoding).read(await endOf(file));
  if (text === '') return [];
  // Every mail program shows a text, and takes it for one of its own encoding where none is named.
  const content = Readable.from([Buffer.from(text)]);
  return [{ filename: `${basename(file)}.txt`, contentType: TEXT, content }];
}

const TEXT = 'text/plain; charset=utf-8';

interface Attachment {
  readonly contentType: string;
  readonly filename: string;
  readonly content: Readable;
}

async function endOf(file: string): Promise<Buffer> {
  const log = await opened(file);
  if (log === null) return Buffer.alloc(0);
  try {
    const { size } = await log.stat();
    const start = Math.max(0, size - MAX_BYTES);
    const { buffer, bytesRead } = await log.read({
      buffer: Buffer.alloc(size - start),
      position: start,
    });
    const end = buffer.subarray(0, bytesRead);
    if (start === 0) return end;
    const note = `The first part of this log is left out. It is in ${file}.\n\n`;
    // From the next line on: the first one is torn.
    return Buffer.concat([Buffer.from(note), end.subarray(end.indexOf('\n') + 1)]);
  } finally {
    await log.close();
  }
}

/** Null: it is gone. */
async function opened(file: string): Promise<FileHandle | null> {
  try {
    return await openFile(file, 'refuse');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
