import { ExpansionError, replaceIn, type Allowance } from './expanded-text.ts';
import { MAX_VARIABLES } from './limits.ts';

/** A line of a dotenv file that means nothing. `line` is 1-based. */
export class DotenvError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const blank = /(?:\s+|#[^\n]*)*/y;
const assignment = /(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=/y;
const openQuote = /[ \t]*(?=["'])/y;
const singleQuoted = /'([^']*)'/y;
const doubleQuoted = /"((?:\\[^]|[^"\\])*)"/y;
// A comment begins after white space, so that a password may hold a `#`.
const unquoted = /(?:[^ \t\n]|[ \t]+(?![ \t\n#]|$))*/y;
const lineEnd = /[ \t]*(?:#[^\n]*)?(?:\n|$)/y;

/**
 * Reads `KEY=value` lines: `export` before a key, comments, empty values, values in single quotes (as they stand) and in
 * double quotes (escapes, several lines). `$NAME` and `${NAME}` stand for entries before, then for what `lookup` knows,
 * else for nothing; `\$` is a dollar sign. Of entries of the same name the last wins.
 *
 * @throws DotenvError at the first line that is none of this, whose value grows too large, or that is one too many.
 */
export function parseDotenv(
  text: string,
  lookup: (name: string) => string | undefined = () => undefined,
  allowance?: Allowance,
): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  const reader = new Reader(text.replace(/^\u{feff}/u, '').replaceAll('\r\n', '\n'));
  const valueOf = (name: string): string => entries.get(name) ?? lookup(name) ?? '';
  const values = { valueOf, allowance };
  for (reader.take(blank); !reader.atEnd; reader.take(blank)) {
    const name = reader.take(assignment)?.[1];
    if (name === undefined) throw reader.error('expected KEY=value');
    entries.set(name, readValue(reader, values));
    if (entries.size > MAX_VARIABLES) throw reader.error(`more than ${MAX_VARIABLES} variables`);
  }
  return entries;
}

interface Values {
  readonly valueOf: (name: string) => string;
  readonly allowance: Allowance | undefined;
}

function readValue(reader: Reader, values: Values): string {
  const value = reader.bounded(() =>
    reader.take(openQuote)
      ? readQuoted(reader, values)
      : expand(reader.take(unquoted)?.[0].trimStart() ?? '', values),
  );
  if (value.includes('\0')) throw reader.error('a variable cannot contain a NUL character');
  if (reader.take(lineEnd) === null) {
    throw reader.error('expected the end of the line after the closing quote');
  }
  return value;
}

function readQuoted(reader: Reader, values: Values): string {
  const single = reader.take(singleQuoted)?.[1];
  if (single !== undefined) return single;
  const double = reader.take(doubleQuoted)?.[1];
  if (double !== undefined) return unescape(double, values);
  throw reader.error('the quote is not closed');
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  '\\': '\\',
  $: '$',
};

// In one pass, so that a dollar sign that was escaped or comes from a value is not looked at again.
function unescape(text: string, { valueOf, allowance }: Values): string {
  return replaceIn(
    text,
    { pattern: ESCAPE_OR_NAME, allowance },
    ([written, escaped, braced, bare]) => {
      if (escaped !== undefined) return escapes[escaped] ?? written;
      return valueOf(braced ?? bare ?? '');
    },
  );
}

function expand(text: string, { valueOf, allowance }: Values): string {
  return replaceIn(text, { pattern: DOLLAR_OR_NAME, allowance }, ([written, braced, bare]) =>
    written === '\\$' ? '$' : valueOf(braced ?? bare ?? ''),
  );
}

const ESCAPE_OR_NAME = /\\([^])|\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;
const DOLLAR_OR_NAME = /\\\$|\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    return this.#at === this.#text.length;
  }

  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  /** Says where it was that a value grew too large. */
  bounded(read: () => string): string {
    try {
      return read();
    } catch (error) {
      throw error instanceof ExpansionError ? this.error(error.message) : error;
    }
  }

  error(message: string): DotenvError {
    return new DotenvError(this.#text.slice(0, this.#at).split('\n').length, message);
  }
}
