/** How to reach an engine. */
export interface ClientOptions {
  /** Scheme, host and port, with the base path if there is one: `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** A JWT, an API key or the token of a webhook; none is needed with `auth.mode: none`. */
  readonly token?: string;
  /** Another `fetch` than that of the platform. */
  readonly fetch?: typeof fetch;
}

/** An answer that reports an error. `code` is for programs, `message` for people. */
export class DagwrightError extends Error {
  override readonly name = 'DagwrightError';
  /** HTTP status of the answer. */
  readonly status: number;
  readonly code: string;
  /** What the message is about: the offending fields, load errors and the like. */
  readonly details: Readonly<Record<string, unknown>>;
  /** With `timeout` of start-sync: the run, which goes on. */
  readonly dagRunId: string | undefined;

  constructor(status: number, body: unknown) {
    const { code, message, details, dagRunId } = (body ?? {}) as {
      readonly [key in 'code' | 'message' | 'dagRunId']?: string;
    } & { readonly details?: Record<string, unknown> };
    super(message ?? `The server answered ${status}, but not as an engine does.`);
    this.status = status;
    this.code = code ?? 'internal_error';
    this.details = details ?? {};
    this.dagRunId = dagRunId;
  }
}

type Values = Readonly<Record<string, unknown>>;

interface Route {
  readonly method: string;
  readonly path: string;
  readonly answer: 'json' | 'text' | 'nothing';
}

interface Input {
  readonly path?: Values;
  readonly query?: Values;
  readonly headers?: Values;
  readonly body?: unknown;
}

type Described = { readonly input: object; readonly output: unknown };

/** The input may be left out where nothing in it is required. */
type Arguments<I> = Record<never, never> extends I ? [input?: I] : [input: I];

type Call<O extends Readonly<Record<keyof O, Described>>> = <N extends keyof O>(
  name: N,
  ...input: Arguments<O[N]['input']>
) => Promise<O[N]['output']>;

export function createCall<O extends Readonly<Record<keyof O, Described>>>(
  routes: Readonly<Record<keyof O, Route>>,
  options: ClientOptions,
): Call<O> {
  return async (name, ...[input = {}]) => {
    const route = routes[name];
    const { url, init } = requestOf(route, input, options);
    const response = await (options.fetch ?? fetch)(url, init);
    const text = await response.text();
    if (!response.ok) throw new DagwrightError(response.status, parsed(text));
    return answerOf(route, text) as O[typeof name]['output'];
  };
}

/** A text may be empty, such as the log of a step that said nothing: it is a text all the same. */
function answerOf({ answer }: Route, text: string): unknown {
  if (answer === 'nothing') return undefined;
  return answer === 'json' ? JSON.parse(text) : text;
}

function requestOf(
  { method, path }: Route,
  { path: inPath = {}, query = {}, headers = {}, body }: Input,
  { baseUrl, token }: ClientOptions,
): { readonly url: string; readonly init: RequestInit } {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(inPath[name]));
  return {
    url: `${baseUrl}/api/v1${filled}${searchOf(query)}`,
    init: {
      method,
      headers: {
        Accept: 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...strings(headers),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  };
}

/** URLs resolve such segments away, and the request would reach another operation. */
function segment(value: unknown): string {
  const text = String(value ?? '');
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`"${text}" cannot stand in a path.`);
  return encodeURIComponent(text);
}

function searchOf(query: Values): string {
  const search = new URLSearchParams(strings(query)).toString();
  return search === '' ? '' : `?${search}`;
}

function strings(values: Values): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Whoever answered was no engine.
  }
}

/** Events as they happen, until the loop is left, `signal` is aborted or the connection is lost. */
export async function* followEvents<E>(
  { baseUrl, token, fetch: send = fetch }: ClientOptions,
  query: Values,
  signal?: AbortSignal,
): AsyncGenerator<E, void> {
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await send(`${baseUrl}/api/v1/events${searchOf(query)}`, {
    headers: { Accept: 'text/event-stream', ...authorization },
    signal: signal ?? null,
  });
  if (!response.ok || response.body === null) {
    throw new DagwrightError(response.status, parsed(await response.text()));
  }
  let rest = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const messages = (rest + piece).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const data = message.split('\n').find((line) => line.startsWith('data: '));
      if (data !== undefined) yield JSON.parse(data.slice('data: '.length)) as E;
    }
  }
}
