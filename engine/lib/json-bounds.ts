/** How a JSON text may be built. */
export interface JsonBounds {
  /** Of all kinds, lists and objects included. */
  readonly values: number;
  /** Levels of lists and objects. */
  readonly depth: number;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN, CLOSE] = [new Set([0x5b, 0x7b]), new Set([0x5d, 0x7d])];

/**
 * Which bound a JSON text exceeds, as the end of a sentence; null: none. It makes nothing, and so costs a tenth of what a parser
 * needs for the worst texts of the same length. What is no JSON is for the parser to refuse.
 */
export function jsonExcess(text: Uint8Array, { values, depth }: JsonBounds): string | null {
  let [count, level] = [1, 0];
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (byte === QUOTE) at = endOfText(text, at);
    else if (byte === COMMA) count += 1;
    else if (CLOSE.has(byte)) level -= 1;
    else if (OPEN.has(byte)) {
      [count, level] = [count + 1, level + 1];
      if (level > depth) return `is nested more than ${depth} levels deep`;
    }
    if (count > values) return `has more than ${values} values`;
  }
  return null;
}

/** Where the quote is that ends a text, or the end of all. */
function endOfText(text: Uint8Array, start: number): number {
  let at = text.indexOf(QUOTE, start + 1);
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf(QUOTE, at + 1);
  return at === -1 ? text.length : at;
}

function isEscaped(text: Uint8Array, quote: number): boolean {
  let before = quote;
  while (text[before - 1] === BACKSLASH) before -= 1;
  return (quote - before) % 2 === 1;
}
