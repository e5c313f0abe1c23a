import { isUtf8 } from 'node:buffer';

/** Encodings in which letters, digits and line feeds are the bytes that they are in ASCII: a log is one of lines in each. */
export const textEncodings = [
  'utf-8',
  ...['windows-1252', 'windows-1250', 'windows-1251', 'windows-1253', 'windows-1254'],
  ...['windows-1255', 'windows-1256', 'windows-1257', 'windows-1258', 'windows-874'],
  ...['iso-8859-2', 'iso-8859-3', 'iso-8859-4', 'iso-8859-5', 'iso-8859-6', 'iso-8859-7'],
  ...['iso-8859-8', 'iso-8859-10', 'iso-8859-13', 'iso-8859-14', 'iso-8859-15', 'iso-8859-16'],
  ...['koi8-r', 'koi8-u', 'ibm866', 'macintosh'],
  ...['shift_jis', 'euc-jp', 'gbk', 'gb18030', 'big5', 'euc-kr'],
] as const;
export type TextEncoding = (typeof textEncodings)[number];

/** What takes bytes apart into text. Bytes that are none become replacement characters. */
export interface TextReader {
  readonly read: (bytes: Uint8Array, options?: { readonly stream?: boolean }) => string;
}

/** The encoding of a label, such as `latin1` or `SJIS`; null: there is none, or its letters are not those of ASCII. */
export function encodingOf(label: string): TextEncoding | null {
  try {
    const name = new TextDecoder(label.trim().replace(/^cp(?=\d+$)/i, 'windows-')).encoding;
    return textEncodings.find((known) => known === name) ?? null;
  } catch {
    return null; // A label that nothing knows.
  }
}

/** Reads texts of an encoding, with a byte order mark as it is. */
export function textReader(encoding: TextEncoding): TextReader {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return { read: (bytes, options) => decoder.decode(bytes, options) };
}

/** Whether a text that was read has replacement characters for bytes that are none of its encoding. */
export function isDamaged(text: string, bytes: Uint8Array, encoding: TextEncoding): boolean {
  return text.includes(REPLACEMENT) && (encoding !== 'utf-8' || !isUtf8(bytes));
}

/**
 * How other encodings than UTF-8 write a text that is not all ASCII, each once, as far as its characters take two bytes at most. What
 * one byte a character is enough for is looked for in such encodings alone.
 */
export function bytesInOthers(text: string): readonly Buffer[] {
  if (/^[\x00-\x7f]*$/.test(text)) return [];
  const first = textEncodings.indexOf('shift_jis');
  const ofOne = distinct(textEncodings.slice(1, first), text);
  return ofOne.length > 0 ? ofOne : distinct(textEncodings.slice(first), text);
}

function distinct(encodings: readonly TextEncoding[], text: string): readonly Buffer[] {
  const all = encodings.flatMap((encoding) => bytesIn(encoding, text) ?? []);
  return all.filter((bytes, at) => all.findIndex((other) => other.equals(bytes)) === at);
}

function bytesIn(encoding: TextEncoding, text: string): Buffer | null {
  const table = tableOf(encoding);
  const bytes: number[] = [];
  for (const character of text) {
    const code = character < '\x80' ? character.charCodeAt(0) : table.get(character);
    if (code === undefined) return null;
    if (code > 255) bytes.push(code >> 8);
    bytes.push(code & 255);
  }
  return Buffer.from(bytes);
}

const LINE_FEED = 10;
/** What stands for bytes that are no text. */
const REPLACEMENT = '\u{fffd}';

const tables = new Map<TextEncoding, ReadonlyMap<string, number>>();

/** The code of each character: Node reads these encodings, and writes none. All codes are read at once, a line each. */
function tableOf(encoding: TextEncoding): ReadonlyMap<string, number> {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const isOfPairs = textEncodings.indexOf(encoding) >= textEncodings.indexOf('shift_jis');
  const codes = isOfPairs ? pairs() : singles();
  const lines = Buffer.alloc(codes.length * 3, LINE_FEED);
  for (const [at, code] of codes.entries()) {
    // A line feed before a byte of its own keeps all lines at one distance.
    lines[at * 3] = code > 255 ? code >> 8 : code;
    if (code > 255) lines[at * 3 + 1] = code & 255;
  }
  const table = new Map<string, number>();
  const texts = textReader(encoding)
    .read(lines)
    .split(isOfPairs ? '\n' : '\n\n');
  for (const [at, text] of texts.entries()) {
    const code = codes[at];
    if (code === undefined || text === REPLACEMENT || [...text].length !== 1) continue;
    if (!table.has(text)) table.set(text, code);
  }
  tables.set(encoding, table);
  return table;
}

const singles = (): number[] => Array.from({ length: 128 }, (_, at) => 128 + at);

/** The second byte is never a control character. */
const pairs = (): number[] =>
  Array.from(
    { length: 126 * 192 },
    (_, at) => ((129 + Math.floor(at / 192)) << 8) + 64 + (at % 192),
  );
