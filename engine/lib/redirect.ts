/** A header, or a parameter of a query. */
export interface NamedText {
  readonly name: string;
  readonly value: string;
}

/** One request of a chain of redirects. */
export interface Sent {
  readonly method: string;
  /** Without a user and a password: these are a header, which goes where headers go. */
  readonly url: URL;
  readonly headers: readonly NamedText[];
  /** Undefined: none. */
  readonly body: Buffer | undefined;
}

/** What of an answer says that the thing asked for is elsewhere. */
interface Answered {
  readonly status: number;
  readonly location: string | null | undefined;
}

/** A redirect that leads to another origin, where the request must not go. */
export class OtherOrigin extends Error {
  override readonly name = 'OtherOrigin';
  readonly origin: string;

  constructor(sent: Sent, { origin }: URL, why: string) {
    super(`${sent.url.host} redirects to ${origin}, ${why}`);
    this.origin = origin;
  }
}

/** All that another origin may know of a request. None of it says who asks. */
const harmless: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'user-agent',
  'content-type',
]);

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A request to an address, whose user and password become the header that they stand for. */
export function requestTo({ url: address, headers, ...rest }: Sent): Sent {
  const { username, password } = address;
  const url = withoutUser(address);
  const isGiven = headers.some(({ name }) => name.toLowerCase() === 'authorization');
  if (isGiven || (username === '' && password === '')) return { ...rest, url, headers };
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const value = `Basic ${Buffer.from(pair).toString('base64')}`;
  return { ...rest, url, headers: [...headers, { name: 'Authorization', value }] };
}

/**
 * The one rule of what a redirect takes along; null where the answer is none. On the same origin (scheme, host and port) it
 * is all but a body that a GET has not. To another one go harmless headers, and only by a method that changes nothing. What
 * was left out does not come back with a later redirect, since each is made of the request before it.
 *
 * @throws Error for one that leads nowhere, `OtherOrigin` for a request that must not go there.
 */
export function redirected(sent: Sent, { status, location }: Answered): Sent | null {
  if (!redirects.has(status) || location == null) return null;
  const url = withoutUser(httpUrl(location, sent.url.href));
  const next = { ...(keepsMethod(sent, status) ? sent : asGet(sent)), url };
  if (url.origin === sent.url.origin) return next;
  if (next.body !== undefined) throw new OtherOrigin(sent, url, 'which must not get the body');
  if (!isLook(next)) throw new OtherOrigin(sent, url, `which must not get a ${next.method}`);
  return { ...next, headers: next.headers.filter(({ name }) => harmless.has(name.toLowerCase())) };
}

/** The same for what has to stay where it was sent. @throws `OtherOrigin` */
export function redirectedWithin(sent: Sent, answered: Answered): Sent | null {
  const { status, location } = answered;
  if (!redirects.has(status) || location == null) return null;
  const url = httpUrl(location, sent.url.href);
  if (url.origin !== sent.url.origin) throw new OtherOrigin(sent, url, 'which is another origin');
  return redirected(sent, answered);
}

/** @throws Error for what is no address of HTTP. */
export function httpUrl(text: string, from?: string): URL {
  if (!URL.canParse(text, from)) throw new Error(`${JSON.stringify(text)} is not a valid URL`);
  const url = new URL(text, from);
  if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  throw new Error(`${JSON.stringify(text)} is not an HTTP URL: it starts with ${url.protocol}`);
}

function withoutUser(address: URL): URL {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url;
}

const isLook = ({ method }: Sent): boolean => method === 'GET' || method === 'HEAD';

/** As browsers do: only 307 and 308 repeat a request that changes something. */
const keepsMethod = (sent: Sent, status: number): boolean => isLook(sent) || status > 303;

function asGet({ url, headers }: Sent): Sent {
  const rest = headers.filter(({ name }) => !/^content-/i.test(name));
  return { method: 'GET', url, headers: rest, body: undefined };
}
