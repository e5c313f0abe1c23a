import type { IncomingMessage } from 'node:http';
import type { HttpRequest, NamedText } from './http-request.ts';

/** One request of a chain of redirects. */
export interface Hop {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly NamedText[];
  /** Undefined: none. */
  readonly body: Buffer | undefined;
}

type Answer = Pick<IncomingMessage, 'statusCode' | 'headers'>;

/** The request as the step writes it. @throws Error for an address that is none. */
export function firstHop({ method, url: text, query, headers, body }: HttpRequest): Hop {
  const url = addressOf(text);
  const added = encoded(query);
  // What stands in the address already stays as it is written.
  if (added !== '') url.search += `${url.search === '' ? '?' : '&'}${added}`;
  const bytes = body === '' ? undefined : Buffer.from(body);
  const usual = [
    { name: 'Accept', value: '*/*' },
    { name: 'User-Agent', value: 'dagwright' },
    // Node leaves it out for methods that seldom have a body, and the server would not look for one.
    ...(bytes === undefined ? [] : [{ name: 'Content-Length', value: String(bytes.length) }]),
  ];
  const given = new Set(headers.map(({ name }) => name.toLowerCase()));
  const missing = usual.filter(({ name }) => !given.has(name.toLowerCase()));
  return { method, url, headers: [...headers, ...missing], body: bytes };
}

/** The request that a redirect asks for; null where the answer is no redirect. @throws Error for one that leads nowhere. */
export function nextHop(hop: Hop, { statusCode = 0, headers }: Answer): Hop | null {
  const { location } = headers;
  if (location === undefined || !redirects.has(statusCode)) return null;
  const url = addressOf(location, hop.url.href);
  const isElsewhere = url.origin !== hop.url.origin;
  const kept = hop.headers.filter(({ name }) => !(isElsewhere && isPrivate(name)));
  const keepsMethod = ['GET', 'HEAD'].includes(hop.method) || statusCode > 303;
  if (keepsMethod) return { ...hop, url, headers: kept };
  const rest = kept.filter(({ name }) => !/^content-/i.test(name));
  return { method: 'GET', url, headers: rest, body: undefined };
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** What is meant for one server and no other. */
function isPrivate(name: string): boolean {
  return /^(?:authorization|cookie|proxy-authorization|host)$/i.test(name);
}

function encoded(query: readonly NamedText[]): string {
  const parameters = new URLSearchParams();
  for (const { name, value } of query) parameters.append(name, value);
  return parameters.toString();
}

function addressOf(text: string, from?: string): URL {
  if (!URL.canParse(text, from)) throw new Error(`${JSON.stringify(text)} is not a valid URL`);
  const url = new URL(text, from);
  if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  throw new Error(`${JSON.stringify(text)} is not an HTTP URL: it starts with ${url.protocol}`);
}
