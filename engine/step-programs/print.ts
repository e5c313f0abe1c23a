import { writeSync } from 'node:fs';

/** Prints to standard output, at once and not beside other work: what the log has not taken yet is waited for. */
export function print(bytes: Uint8Array | string): void {
  writeAll(1, typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
}

/** Writes all of it. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length;) from += writeSync(descriptor, bytes, from);
}
