import type { EngineClient } from './client.ts';
import { noDownload } from './download.ts';
import { EngineError, fromWireError, wireError } from './errors.ts';
import { healthReport } from './health.ts';
import { followEvents, type Wait } from './http-events.ts';
import type { Route } from './operation.ts';
import type { OperationName, OperationOutput } from './operations.ts';
import { API_PREFIX, fillPath, pathFields, QUERY_FIELD, takesBody } from './rest.ts';
import { routes } from './routes.ts';

export interface HttpClientOptions {
  /** Scheme, host and port; the empty string in a page that the engine itself served. */
  readonly baseUrl: string;
  readonly fetch?: typeof fetch;
  /** The JWT or API key to call with, asked for at each request; null: none. */
  readonly token?: () => string | null;
  /** Timer between attempts to reach a lost event stream. */
  readonly wait: Wait;
  /** Told when an event stream opens, and whenever it is lost or not reached; what happens in between is heard afterwards. */
  readonly onConnection?: (state: 'open' | 'lost') => void;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reaches an engine over REST, from a browser or from Node. Answers are trusted, errors come back as `EngineError`. */
export function createHttpClient(options: HttpClientOptions): EngineClient {
  const plain = staying(options.fetch ?? globalThis.fetch.bind(globalThis));
  const send = withToken(plain, options.token);
  return {
    call: async <N extends OperationName>(name: N, input: Fields): Promise<OperationOutput<N>> => {
      const route = routes[name];
      if (route.download) throw noDownload(name);
      const { url, init } = requestOf(route, input, options.baseUrl);
      const ask = bringsCredentials(route) ? plain : send;
      const response = await reach(options.baseUrl, () => ask(url, init));
      // The engine made this answer from the handler's output; checking big lists again would only cost time.
      return (await readAnswer(route, response)) as OperationOutput<N>;
    },
    subscribe: followEvents({ ...options, fetch: send }),
  };
}

/** No engine redirects a call, and another server must get neither the token nor what is said to the engine. */
function staying(send: typeof fetch): typeof fetch {
  return (target, init) => send(target, { ...init, redirect: 'error' });
}

/** Those to a webhook have its token or a signature: the token of the caller is none of its credentials. */
function bringsCredentials({ headers = {} }: Route): boolean {
  return Object.values(headers).includes('authorization');
}

function withToken(send: typeof fetch, token: HttpClientOptions['token']): typeof fetch {
  if (token === undefined) return send;
  return (target, init) => {
    const value = token();
    const headers = new Headers(init?.headers);
    if (value !== null) headers.set('Authorization', `Bearer ${value}`);
    return send(target, { ...init, headers });
  };
}

/** The request that asks for an operation. */
export function requestOf(route: Route, input: Fields, baseUrl: string) {
  const { headers: inHeaders = {} } = route;
  const elsewhere = [...pathFields(route), ...Object.keys(inHeaders)];
  const rest = Object.entries(input).filter(
    ([name, value]) => value !== undefined && !elsewhere.includes(name),
  );
  const hasBody = takesBody(route);
  const query = rest.filter(([name]) => !hasBody || name === QUERY_FIELD);
  const body = hasBody ? rest.filter(([name]) => name !== QUERY_FIELD) : [];

  const path = fillPath(route.path, (name) => pathSegment(name, input[name]));
  const search = new URLSearchParams();
  query.forEach(([name, value]) => search.append(name, String(value)));
  return {
    url: `${baseUrl}${API_PREFIX}${path}${query.length === 0 ? '' : `?${search}`}`,
    init: {
      method: route.method.toUpperCase(),
      ...content(route, body, headersOf(inHeaders, input)),
    },
  };
}

function headersOf(names: Readonly<Record<string, string>>, input: Fields): Record<string, string> {
  const given = Object.entries(names).filter(([field]) => input[field] !== undefined);
  const headers = given.map(([field, header]) => [header, String(input[field])]);
  return { Accept: 'application/json', ...Object.fromEntries(headers) };
}

function content(
  { bodyNames = {}, wholeBody }: Route,
  fields: readonly (readonly [string, unknown])[],
  headers: Record<string, string>,
) {
  const body =
    wholeBody === undefined
      ? JSON.stringify(
          Object.fromEntries(fields.map(([name, value]) => [bodyNames[name] ?? name, value])),
        )
      : bytesOf(String(Object.fromEntries(fields)[wholeBody.field] ?? ''));
  if (fields.length === 0 || body.length === 0) return { headers };
  const { 'content-type': type = 'application/json', ...others } = headers;
  return { headers: { ...others, 'Content-Type': type }, body };
}

/** The bytes of a base64 text. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/**
 * No name of an engine looks like the way to another address, or holds what steers a terminal. Encoded it would be harmless to
 * an engine, and not to a proxy before it that reads addresses in a way of its own.
 */
function pathSegment(name: string, value: unknown): string {
  const text = String(value ?? '');
  const climbs = text.split(/[/\\]|%2f|%5c/i).some((part) => /^(?:\.|%2e){1,2}$/i.test(part));
  if (text === '' || climbs || /\p{Cc}/u.test(text) || !text.isWellFormed())
    throw new EngineError('not_found', `Invalid ${name} ${JSON.stringify(text)}.`);
  return encodeURIComponent(text);
}

async function reach(baseUrl: string, request: () => Promise<Response>): Promise<Response> {
  try {
    return await request();
  } catch (cause) {
    const place = baseUrl === '' ? 'the address of this page' : baseUrl;
    throw new EngineError('service_unavailable', `Cannot connect to an engine at ${place}.`, {
      cause,
    });
  }
}

/** The value of an answer; throws the `EngineError` of one that reports an error, or that came from no engine. */
export async function readAnswer(route: Route, response: Response): Promise<unknown> {
  const text = await response.text();
  if (response.ok && route.contentType !== undefined) return text;
  const body = text === '' ? undefined : parse(text, response);
  // An unhealthy engine answers with its report and a status of failure.
  const isHealth = route === routes['system.health'];
  if (response.ok || (isHealth && healthReport().safeParse(body).success)) return body;

  const error = wireError().safeParse(body);
  throw error.success ? fromWireError(error.data) : notAnEngine(response);
}

function parse(text: string, response: Response): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notAnEngine(response, cause);
  }
}

function notAnEngine({ url, status }: Response, cause?: unknown): EngineError {
  const message = `${url} answered ${status}, but is not a Dagwright engine.`;
  return new EngineError('service_unavailable', message, { cause });
}
