import { GitError } from './git.ts';

/** The end of a part of the conversation (gitprotocol-common(5)). */
export const FLUSH = '0000';

/** A line with its length before it, in four hexadecimal digits that count themselves. */
export function line(text: string): string {
  return (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text;
}

/** Where the first part ends, its flush included; null while it is not all there. What is no such line ends it at once. */
export function advertisement(bytes: Buffer): number | null {
  for (let at = 0; at + 4 <= bytes.length;) {
    const digits = bytes.toString('latin1', at, at + 4);
    if (digits === FLUSH) return at + 4;
    const length = lengthAt(bytes, at);
    if (length === null) return bytes.length;
    at += length;
  }
  return null;
}

/** What the lines hold, up to the first flush or to what is no line. */
export function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at + 4 <= bytes.length;) {
    const length = lengthAt(bytes, at);
    if (length === null || bytes.toString('latin1', at, at + 4) === FLUSH) return lines;
    lines.push(bytes.subarray(at + 4, at + length));
    at += length;
  }
  return lines;
}

/** The same of an answer that is still coming. @throws GitError `cut` where it ends before its flush, or is no such lines */
export async function* linesAsTheyCome(answer: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const part of answer) {
    rest = Buffer.concat([rest, part]);
    while (rest.length >= 4) {
      if (rest.toString('latin1', 0, 4) === FLUSH) return;
      const length = lengthAt(rest, 0);
      if (length === null) throw notWhole();
      if (rest.length < length) break;
      yield rest.subarray(4, length);
      rest = rest.subarray(length);
    }
  }
  throw notWhole();
}

function notWhole(): GitError {
  return new GitError(
    'cut',
    'The answer of the remote was cut before everything had arrived, or is not that of a Git server. Try again.',
  );
}

/** The bands of an answer (gitprotocol-pack(5)): the first is data, the others are words for people. */
export function sideBands(bytes: Buffer): { readonly data: Buffer; readonly words: string } {
  const lines = linesOf(bytes);
  const ofBand = (isOf: (band: number) => boolean): Buffer =>
    Buffer.concat(lines.filter(([band = 0]) => isOf(band)).map((each) => each.subarray(1)));
  return { data: ofBand((band) => band === 1), words: ofBand((band) => band > 1).toString() };
}

function lengthAt(bytes: Buffer, at: number): number | null {
  const digits = bytes.toString('latin1', at, at + 4);
  if (!/^[0-9a-f]{4}$/i.test(digits)) return null;
  return Math.max(4, Number.parseInt(digits, 16));
}
