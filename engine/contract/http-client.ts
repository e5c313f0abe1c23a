import type { EngineClient } from './client.ts';
import { EngineError, fromWireError, wireError } from './errors.ts';
import { followEvents, type Wait } from './http-events.ts';
import type { Operation } from './operation.ts';
import { operations, type OperationName, type OperationOutput } from './operations.ts';
import { API_PREFIX, fillPath, pathFields, QUERY_FIELD, takesBody } from './rest.ts';

export interface HttpClientOptions {
  /** Scheme, host and port; the empty string in a page that the engine itself served. */
  readonly baseUrl: string;
  readonly fetch?: typeof fetch;
  /** Timer between attempts to reach a lost event stream. */
  readonly wait: Wait;
  /** Told when an event stream opens, and whenever it is lost or not reached; what happens in between is missed. */
  readonly onConnection?: (state: 'open' | 'lost') => void;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reaches an engine over REST, from a browser or from Node. Answers are trusted, errors come back as `EngineError`. */
export function createHttpClient(options: HttpClientOptions): EngineClient {
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);
  return {
    call: async <N extends OperationName>(name: N, input: Fields): Promise<OperationOutput<N>> => {
      const operation: Operation = operations[name];
      const { url, init } = toRequest(operation, input, options.baseUrl);
      const response = await reach(options.baseUrl, () => send(url, init));
      // The engine made this answer from the handler's output; checking big lists again would only cost time.
      return (await readAnswer(operation, response)) as OperationOutput<N>;
    },
    subscribe: followEvents({ ...options, fetch: send }),
  };
}

function toRequest(operation: Operation, input: Fields, baseUrl: string) {
  const inPath = pathFields(operation);
  const rest = Object.entries(input).filter(
    ([name, value]) => value !== undefined && !inPath.includes(name),
  );
  const hasBody = takesBody(operation);
  const query = rest.filter(([name]) => !hasBody || name === QUERY_FIELD);
  const body = hasBody ? rest.filter(([name]) => name !== QUERY_FIELD) : [];
  const { bodyNames = {} } = operation;
  const named = body.map(([name, value]) => [bodyNames[name] ?? name, value] as const);

  const path = fillPath(operation.path, (name) => pathSegment(name, input[name]));
  const search = new URLSearchParams();
  query.forEach(([name, value]) => search.append(name, String(value)));
  return {
    url: `${baseUrl}${API_PREFIX}${path}${query.length === 0 ? '' : `?${search}`}`,
    init: { method: operation.method.toUpperCase(), ...content(named) },
  };
}

function content(body: readonly (readonly [string, unknown])[]) {
  const accept = { Accept: 'application/json' };
  if (body.length === 0) return { headers: accept };
  return {
    headers: { ...accept, 'Content-Type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(body)),
  };
}

/** URLs resolve such segments away, encoded or not, and the request would reach another operation. */
function pathSegment(name: string, value: unknown): string {
  const text = String(value ?? '');
  if (/^\.{0,2}$/.test(text)) throw new EngineError('not_found', `There is no ${name} "${text}".`);
  return encodeURIComponent(text);
}

async function reach(baseUrl: string, request: () => Promise<Response>): Promise<Response> {
  try {
    return await request();
  } catch (cause) {
    const place = baseUrl === '' ? 'the address of this page' : baseUrl;
    throw new EngineError('service_unavailable', `No engine answers at ${place}.`, { cause });
  }
}

async function readAnswer(operation: Operation, response: Response): Promise<unknown> {
  const text = await response.text();
  if (response.ok && operation.contentType !== undefined) return text;
  const body = text === '' ? undefined : parse(text, response);
  // An unhealthy engine answers with its report and a status of failure.
  const isHealth = operation === operations['system.health'];
  if (response.ok || (isHealth && operation.output.safeParse(body).success)) return body;

  const error = wireError.safeParse(body);
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
  const message = `${url} answered ${status}, but not as an engine does.`;
  return new EngineError('service_unavailable', message, { cause });
}
