import { readSync } from 'node:fs';
import { constants, createInflate, inflateSync } from 'node:zlib';

/** What stands deflated in a file. */
export interface Inflated {
  readonly bytes: Buffer;
  /** Bytes of the file that it takes. */
  readonly length: number;
}

/** Bytes of a file from a place on; fewer at its end. */
export function readAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const more = readSync(file, bytes, read, length - read, at + read);
    if (more === 0) break;
    read += more;
  }
  return bytes.subarray(0, read);
}

/** Room for what stands before the first byte that comes out. */
const BLOCK_BYTES = 1024;

/** Inflates what has a known size, and is refused where it has another. */
export function inflateAt(file: number, at: number, size: number): Inflated {
  // What does not get smaller gets hardly larger, however it is cut into blocks.
  const packed = readAt(file, at, size + (size >> 4) + BLOCK_BYTES);
  const options = { info: true, maxOutputLength: size + 1 };
  // What `info` changes, its types leave out.
  const { buffer, engine } = inflateSync(packed, options) as unknown as {
    readonly buffer: Buffer;
    readonly engine: { readonly bytesWritten: number };
  };
  if (buffer.length !== size) throw notSound('an object has another size than it says');
  return { bytes: buffer, length: engine.bytesWritten };
}

/** The beginning of what is inflated, however large the rest is. */
export function inflateHead(file: number, at: number, most: number): Buffer {
  // The beginning of the file makes the beginning of the text, and at most a thousand times as much.
  const packed = readAt(file, at, most + BLOCK_BYTES);
  const finishFlush = constants.Z_SYNC_FLUSH;
  return inflateSync(packed, { finishFlush }).subarray(0, most);
}

/** Inflates what is too large to be held, part by part. @returns Bytes of the file that it takes. */
export async function inflateParts(
  file: number,
  at: number,
  take: (part: Buffer) => void,
): Promise<number> {
  const inflate = createInflate();
  const feed = async (): Promise<void> => {
    for (let from = at; !inflate.readableEnded && !inflate.destroyed; from += PART_BYTES) {
      const part = readAt(file, from, PART_BYTES);
      if (part.length === 0) break;
      await new Promise<void>((resolve) => inflate.write(part, () => resolve()));
    }
    inflate.end();
  };
  const feeding = feed();
  for await (const part of inflate) take(part as Buffer);
  await feeding;
  return inflate.bytesWritten;
}

const PART_BYTES = 64 * 1024;

/** What the bytes of a repository are not. */
export function notSound(what: string): Error {
  return Object.assign(new Error(what), { code: 'ParseError' });
}
