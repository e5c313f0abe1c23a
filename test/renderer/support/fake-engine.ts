import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import type { ChatMessage } from '#contract/messages.ts';
import type { DagListItem } from '#contract/dag.ts';
import { EngineError, errorStatus, toWireError } from '#contract/errors.ts';
import type { EngineEvent } from '#contract/events.ts';
import type { Operation } from '#contract/operation.ts';
import { operations, type OperationName } from '#contract/operations.ts';
import type { Queue } from '#contract/queue.ts';
import type { NodeAttempt, RunDetail, StepVariable } from '#contract/run.ts';
import type { Calendar } from '#contract/schedule.ts';
import { API_PREFIX, EVENTS_PATH } from '#contract/rest.ts';
import { unknownFields } from '../../../engine/services/unknown-fields.ts';
import type { FakeSync } from './sync-fixtures.ts';
import type { FakeAccess } from './access-fixtures.ts';
import { accessAnswers, checkFakeAccess } from './fake-access.ts';
import { createAnswers } from './fake-answers.ts';

/** The state that a test sets up and looks at. */
export interface FakeState {
  now: number;
  dags: DagListItem[];
  runs: RunDetail[];
  specs: Map<string, string>;
  /** Lines by `run/step/stream`; the step is empty for the run log. */
  logs: Map<string, FakeLog>;
  /** Every call that was answered, oldest first. */
  calls: { name: OperationName; input: Record<string, unknown> }[];
  outputs: Record<string, string>;
  /** Executions by `run/step`. */
  attempts: Map<string, NodeAttempt[]>;
  variables: StepVariable[];
  /** What chats said, by `run/step`. */
  messages: Map<string, ChatMessage[]>;
  /** What was and will be due between two times, in milliseconds. */
  calendar: (from: number, to: number) => Calendar;
  queues: Queue[];
  access: FakeAccess;
  sync: FakeSync;
  /** What other nodes hold, by their names. */
  remote: Map<string, FakeState>;
  /** Name and color of the title bar; empty for the usual ones. */
  look: { navbarTitle: string; navbarColor: string };
  /** Why the engine takes no new work; empty while all is well. */
  problem: string;
  /** What it has to say although it takes work; empty: nothing. */
  notice: string;
  /** Answers that are refused, by operation, with the reason. */
  refusals: Map<OperationName, string>;
  /** What answers wait for, by operation. */
  held: Map<OperationName, Promise<void>>;
}

/** A log that is made line by line when it is asked for, so that a million lines cost nothing. */
export interface FakeLog {
  lines: number;
  line: (number: number) => string;
  note?: string;
}

export interface FakeEngine {
  readonly url: string;
  readonly state: FakeState;
  /** The bodies of all answers, as JSON. */
  readonly answers: readonly string[];
  /** Tells all who listen; the first of them, when it comes, where nobody has listened yet. */
  readonly emit: (event: EngineEvent) => void;
  /** How many listen. */
  readonly openStreams: () => number;
  /** Loses every listener, as when a laptop slept. */
  readonly cutStreams: () => void;
  readonly stop: () => Promise<void>;
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";
/** As the real one: the names of these files have a hash of their content. */
const FOREVER = 'public, max-age=31536000, immutable';
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Answers the contract's REST with fixtures and serves the built page under the page's real policy; at the port of an
 * earlier one, if it is still free.
 */
export async function startFakeEngine(
  page: string,
  state: FakeState,
  wantedPort = 0,
): Promise<FakeEngine> {
  const streams = new Set<ServerResponse>();
  const { promise: listened, resolve: isHeard } = Promise.withResolvers<void>();
  const given: string[] = [];
  const answers = createAnswers(state, (event) => emit(event));
  const emit = (event: EngineEvent): void =>
    void listened.then(() =>
      streams.forEach((stream) => stream.write(`data: ${JSON.stringify(event)}\n\n`)),
    );

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://engine');
    if (url.pathname === API_PREFIX + EVENTS_PATH) {
      return isListener(request)
        ? openStream(streams, response, isHeard)
        : void response.writeHead(401).end();
    }
    if (!url.pathname.startsWith(API_PREFIX)) return void sendFile(page, url.pathname, response);
    void answer(request, url, response);
  });

  const isListener = ({ headers: { authorization } }: IncomingMessage) =>
    state.access.mode === 'none' ||
    state.access.sessions.has(authorization?.replace('Bearer ', '') ?? '');
  const ask = (name: OperationName, input: Record<string, unknown>) => {
    const node = String(input['remoteNode'] ?? 'local');
    if (state.access.down.has(node)) {
      throw new EngineError(
        'service_unavailable',
        `The remote node ${node} is not available: timed out after 30 s.`,
      );
    }
    const remote = state.remote.get(node);
    return remote === undefined ? answers(name, input) : createAnswers(remote, emit)(name, input);
  };
  const answer = async (request: IncomingMessage, url: URL, response: ServerResponse) => {
    try {
      const found = match(request.method ?? 'GET', url.pathname.slice(API_PREFIX.length));
      if (found === undefined) throw new EngineError('not_found', `No ${url.pathname} here.`);
      const body: unknown = JSON.parse((await text(request)) || '{}');
      const fields = {
        ...Object.fromEntries(url.searchParams),
        ...(body as object),
        ...found.fields,
      };
      const operation: Operation = operations[found.name];
      refuseUnknown(operation, body as object);
      const input = operation.input().parse(fields) as Record<string, unknown>;
      state.calls.push({ name: found.name, input });
      await state.held.get(found.name);
      const caller = checkFakeAccess(state.access, found.name, request.headers.authorization);
      const known = accessAnswers(state.access, () => caller)[found.name];
      const output =
        known && !state.refusals.has(found.name) ? known(input) : ask(found.name, input);
      response.writeHead(operation.status ?? 200, { 'content-type': 'application/json' });
      end(response, output);
    } catch (error) {
      const wire = toWireError(error);
      response.writeHead(errorStatus[wire.code], { 'content-type': 'application/json' });
      end(response, wire);
    }
  };
  const end = (response: ServerResponse, body: unknown) => {
    const text = JSON.stringify(body) ?? '';
    if (text !== '') given.push(text);
    response.end(text);
  };

  const port = await listen(server, wantedPort).catch(() => listen(server, 0));
  return {
    url: `http://127.0.0.1:${port}`,
    state,
    answers: given,
    emit,
    openStreams: () => streams.size,
    cutStreams: () => streams.forEach((stream) => stream.destroy()),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** As the real one: what the page sends has to be known to it. */
function refuseUnknown(operation: Operation, body: object): void {
  const fields = Object.entries(operation.bodyNames ?? {});
  const named = new Map(fields.map(([field, name]) => [name, field]));
  const given = Object.entries(body).map(([name, value]) => [named.get(name) ?? name, value]);
  const [unknown] = unknownFields(operation, Object.fromEntries(given));
  if (unknown !== undefined) throw new EngineError('bad_request', unknown.join(': '));
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

function openStream(
  streams: Set<ServerResponse>,
  response: ServerResponse,
  opened: () => void,
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(': ready\n\n');
  streams.add(response);
  opened();
  response.on('close', () => streams.delete(response));
}

function match(method: string, path: string) {
  for (const name of Object.keys(operations) as OperationName[]) {
    const operation: Operation = operations[name];
    if (operation.method !== method.toLowerCase()) continue;
    const pattern = operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const found = new RegExp(`^${pattern}$`).exec(path);
    if (found === null) continue;
    const fields = Object.entries(found.groups ?? {});
    return {
      name,
      fields: Object.fromEntries(fields.map(([key, value]) => [key, decodeURIComponent(value)])),
    };
  }
  return undefined;
}

async function sendFile(page: string, path: string, response: ServerResponse): Promise<void> {
  const file = extname(path) === '' ? '/index.html' : path;
  try {
    const content = await readFile(join(page, file));
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': POLICY,
      'cache-control': path.startsWith('/assets/') ? FOREVER : 'no-cache',
    });
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
