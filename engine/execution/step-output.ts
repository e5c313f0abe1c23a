import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The text that a step printed, or why it cannot be taken. */
export type Captured =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'too-large'; readonly bytes: number };

/** Reads an output: all of standard output, white space at both ends removed (reference 3.5). */
export function captureOutput(file: string, mostBytes: number): Captured {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    if (size > mostBytes) return { kind: 'too-large', bytes: size };
    return { kind: 'value', value: readFrom(descriptor, 0, size).trim() };
  } finally {
    closeSync(descriptor);
  }
}

const TAIL_BYTES = 1024;
const TAIL_LINES = 5;

/** The last lines that a step wrote to standard error, for its failure message; empty when it wrote none. */
export function errorTail(file: string): string {
  let descriptor;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
  try {
    const { size } = fstatSync(descriptor);
    const from = Math.max(0, size - TAIL_BYTES);
    const text = readFrom(descriptor, from, size - from);
    // The cut may go through a character.
    return (from === 0 ? text : text.replace(/^\u{fffd}+/u, ''))
      .trim()
      .split('\n')
      .slice(-TAIL_LINES)
      .join('\n');
  } finally {
    closeSync(descriptor);
  }
}

function readFrom(descriptor: number, from: number, length: number): string {
  const bytes = Buffer.alloc(length);
  const read = readSync(descriptor, bytes, 0, length, from);
  return bytes.toString('utf8', 0, read);
}
