/** Where to connect, in the form that the library reads, and how long that may take. */
export interface ConnectionString {
  readonly uri: string;
  readonly connectTimeoutSec: number;
}

/** A server that does not answer is not waited for any longer, unless `connect_timeout` says so. */
const CONNECT_TIMEOUT_SEC = 30;

/** Reads a URI, or words such as `host=db dbname=shop`. */
export function connectionString(dsn: string): ConnectionString {
  const uri = /^\s*\w+\s*=/.test(dsn) ? uriOfWords(dsn) : dsn;
  const [, asked] = /[?&]connect_timeout=(\d+)/.exec(uri) ?? [];
  return { uri, connectTimeoutSec: Number(asked ?? CONNECT_TIMEOUT_SEC) };
}

/** `name=value` between blanks; a value with blanks stands in quotes, and a backslash takes the next character as it is. */
const WORD = /(\w+)\s*=\s*(?:'((?:[^'\\]|\\[^])*)'|((?:[^\s'\\]|\\[^])*))/g;

function uriOfWords(dsn: string): string {
  const words = new Map(
    [...dsn.matchAll(WORD)].map(([, name = '', quoted, bare = '']) => [
      name,
      (quoted ?? bare).replaceAll(/\\([^])/g, '$1'),
    ]),
  );
  const database = encodeURIComponent(words.get('dbname') ?? '');
  words.delete('dbname');
  const query = [...words].map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return `postgres:///${database}?${query.join('&')}`;
}
