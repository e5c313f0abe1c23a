import { closeSync, fstatSync, readSync } from 'node:fs';
import { NotRegularFile, openToRead } from '../../lib/regular-file.ts';
import { isDamaged, textReader, type TextEncoding } from '../../lib/text-encoding.ts';

/** The text that a step printed, or why it cannot be taken. */
export type Captured =
  | {
      readonly kind: 'value';
      readonly value: string;
      /** Whether it has replacement characters for bytes that are no text. */
      readonly damaged: boolean;
    }
  | { readonly kind: 'too-large'; readonly bytes: number };

export interface CaptureOptions {
  readonly file: string;
  /** Byte to begin at. */
  readonly from: number;
  readonly mostBytes: number;
  readonly encoding: TextEncoding;
  /** Bytes that a text counts for, where that is not its own length: it holds sealed secrets. */
  readonly measure?: (text: string) => number;
}

/** A token may be this many times longer than the secret in it; more cannot be within the limit. */
const LONGEST_SEAL = 200;

/**
 * Reads an output: all of standard output, white space at both ends removed.
 *
 * @throws `NotRegularFile` for what was put in its place.
 */
export function captureOutput(options: CaptureOptions): Captured {
  const { file, from, mostBytes, measure, encoding } = options;
  const descriptor = openToRead(file, 'refuse');
  try {
    const bytes = fstatSync(descriptor).size - from;
    const readable = measure === undefined ? mostBytes : (mostBytes + 1) * LONGEST_SEAL;
    if (bytes > readable) return { kind: 'too-large', bytes };
    const read = readBytes(descriptor, from, bytes);
    const text = textReader(encoding).read(read);
    const size = measure === undefined ? bytes : measure(text);
    if (size > mostBytes) return { kind: 'too-large', bytes: size };
    return { kind: 'value', value: text.trim(), damaged: isDamaged(text, read, encoding) };
  } finally {
    closeSync(descriptor);
  }
}

/** Why an output is not taken; both sizes in bytes. */
export function tooLargeError(name: string, bytes: number, limit: number): string {
  return `the output ${name} has ${bytes} bytes, more than max_output_size (${limit})`;
}

/** The last lines that a step wrote to standard error, for its failure message; empty when it wrote none. */
export function errorTail(file: string, encoding: TextEncoding = 'utf-8'): string {
  return tailOf(file, { bytes: 1024, lines: 5, encoding });
}

/** The last lines of a log; empty when it has none. */
export function tailOf(
  file: string,
  most: { readonly bytes: number; readonly lines: number; readonly encoding: TextEncoding },
): string {
  let descriptor;
  try {
    descriptor = openToRead(file, 'refuse');
  } catch (error) {
    if (error instanceof NotRegularFile) return error.message;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
  try {
    const { size } = fstatSync(descriptor);
    const from = Math.max(0, size - most.bytes);
    const text = textReader(most.encoding).read(readBytes(descriptor, from, size - from));
    // The cut may go through a character.
    return (from === 0 ? text : text.replace(/^\u{fffd}+/u, ''))
      .trim()
      .split('\n')
      .slice(-most.lines)
      .join('\n');
  } finally {
    closeSync(descriptor);
  }
}

function readBytes(descriptor: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, from));
}
