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
    if (!/^[0-9a-f]{4}$/i.test(digits)) return bytes.length;
    at += Math.max(4, Number.parseInt(digits, 16));
  }
  return null;
}
