import { createHash, randomUUID } from 'node:crypto';
import { closeSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openAnew } from '../../lib/write-file.ts';
import { GitError } from './git.ts';

/** Of a pack that holds nothing: its head with a count of 0, and its checksum (gitformat-pack(5)). */
const COUNT_AT = 8;
const SUM_BYTES = 20;

/**
 * Writes a pack as it comes; its name it gets once all of it is there, by the checksum at its end. Returns that name, null
 * for a pack without objects.
 *
 * @throws GitError `cut`
 */
export async function keepPack(
  folder: string,
  parts: AsyncIterable<Buffer>,
): Promise<string | null> {
  const draft = join(folder, `${randomUUID()}.draft`);
  const file = openAnew(draft);
  try {
    const { sum, objects } = await copy(parts, file);
    if (objects === 0) return null;
    const pack = join(folder, `pack-${sum}.pack`);
    renameSync(draft, pack);
    return basename(pack);
  } finally {
    closeSync(file);
    rmSync(draft, { force: true });
  }
}

async function copy(
  parts: AsyncIterable<Buffer>,
  file: number,
): Promise<{ readonly sum: string; readonly objects: number }> {
  const sum = createHash('sha1');
  let head = Buffer.alloc(0);
  // What may be the checksum is no part of what it is of.
  let last = Buffer.alloc(0);
  for await (const part of parts) {
    writeWhole(file, part);
    if (head.length < COUNT_AT + 4) head = Buffer.concat([head, part]);
    const known = Buffer.concat([last, part]);
    const end = Math.max(0, known.length - SUM_BYTES);
    sum.update(known.subarray(0, end));
    last = known.subarray(end);
  }
  const isWhole = head.length >= COUNT_AT + 4 && sum.digest().equals(last);
  if (isWhole) return { sum: last.toString('hex'), objects: head.readUInt32BE(COUNT_AT) };
  throw new GitError(
    'cut',
    'The connection to the remote was cut before everything had arrived. Try again.',
  );
}

function writeWhole(file: number, part: Buffer): void {
  for (let at = 0; at < part.length;) at += writeSync(file, part, at);
}
