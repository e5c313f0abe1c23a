import { isUtf8 } from 'node:buffer';
import { readBytes, readText, type Links } from './regular-file.ts';

/** A file that people write is in another encoding: its letters would be lost without a word. */
export class NotUtf8 extends Error {
  override readonly name = 'NotUtf8';

  constructor(path: string) {
    super(`${path} is not saved as UTF-8`);
  }
}

/** What decoding puts in the place of bytes that are no UTF-8. A text may also hold it itself. */
const REPLACEMENT = '\uFFFD';

/** Reads a text that people write. Throws `NotUtf8`, `NotRegularFile`, and the errors of the file system. */
export function readWrittenText(path: string, links: Links): string {
  const text = readText(path, { links });
  if (text.includes(REPLACEMENT) && !isUtf8(readBytes(path, { links }))) throw new NotUtf8(path);
  return text;
}
