import { closeSync } from 'node:fs';
import { openAnew } from '../../lib/write-file.ts';
import { writeAll } from '../print.ts';

/** Writes a new file of this content, its owner's alone, in place of what has the name. */
export async function writeContent(
  file: string,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const descriptor = openAnew(file);
  try {
    for await (const piece of content) writeAll(descriptor, piece);
  } finally {
    closeSync(descriptor);
  }
}
