import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import { createApi, type ApiOptions } from '../../../engine/api/create-api.ts';
import { listen, type Listening, type ListenOptions } from '../../../engine/api/listen.ts';
import type { Authenticate } from '../../../engine/contract/authenticate.ts';
import { EngineError } from '../../../engine/contract/errors.ts';
import type { EngineEvent, EventFilter, EventListener } from '../../../engine/contract/events.ts';
import {
  localOwner,
  operations,
  type CallEngine,
  type OperationName,
} from '../../../engine/contract/operations.ts';
import type { Clock } from '../../../engine/lib/clock.ts';
import type { LogFields, Logger } from '../../../engine/lib/logger.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { seeAnswer } from '../../support/contract/watch-answers.ts';

export interface ReceivedCall {
  readonly name: OperationName;
  readonly input: unknown;
}

export interface TestApi extends Listening {
  readonly calls: readonly ReceivedCall[];
  readonly logged: readonly { readonly message: string; readonly fields: LogFields }[];
  readonly subscribers: readonly EventFilter[];
  readonly emit: (event: EngineEvent) => void;
  /** Somebody has lost rights; what `authenticate` says from now on counts. */
  readonly takeRights: () => void;
}

type Handlers = Partial<Record<OperationName, (input: unknown) => unknown>>;

interface TestApiOptions extends Partial<Omit<ListenOptions, 'clock'>> {
  readonly handlers?: Handlers;
  readonly assetsDir?: string | null;
  /** Everybody is the owner when left out. */
  readonly authenticate?: Authenticate;
  readonly clock?: Clock;
  readonly allowedHosts?: readonly string[];
  readonly api?: Pick<ApiOptions, 'basePath' | 'isHeadless' | 'accessLog' | 'refused'>;
}

/** A listening API over a small engine of plain functions, which checks input by the contract as the real one does. */
export async function anApi(options: TestApiOptions = {}): Promise<TestApi> {
  const calls: ReceivedCall[] = [];
  const logged: { message: string; fields: LogFields }[] = [];
  const listeners = new Map<EventListener, EventFilter>();
  const followers = new Set<() => void>();
  const clock = options.clock ?? systemClock;
  const api = createApi({
    call: engineOf(options.handlers ?? {}, calls),
    authenticate: options.authenticate ?? (async ({ origin }) => ({ ...localOwner, origin })),
    followRights: (changed) => {
      followers.add(changed);
      return () => followers.delete(changed);
    },
    subscribe: (filter, listener) => {
      listeners.set(listener, filter);
      return () => listeners.delete(listener);
    },
    log: recorder(logged),
    clock,
    assetsDir: options.assetsDir ?? null,
    allowedHosts: () => options.allowedHosts ?? [],
    ...options.api,
  });
  const listening = await listen(api, { host: '127.0.0.1', port: 0, ...options, clock });
  onTestFinished(listening.close);
  return {
    ...listening,
    calls,
    logged,
    get subscribers() {
      return [...listeners.values()];
    },
    takeRights: () => followers.forEach((changed) => changed()),
    emit: (event) => [...listeners.keys()].forEach((listener) => listener(event)),
  };
}

function engineOf(handlers: Handlers, calls: ReceivedCall[]): CallEngine {
  const call = async (name: OperationName, rawInput: unknown): Promise<unknown> => {
    calls.push({ name, input: rawInput });
    const parsed = operations[name].input().safeParse(rawInput);
    if (!parsed.success) {
      const fields = parsed.error.issues.map(({ path }) => path.join('.'));
      throw new EngineError('bad_request', `Invalid: ${fields.join(', ')}`, {
        details: { fields },
      });
    }
    return handlers[name]?.(parsed.data);
  };
  // Answers of the handlers are whatever a test gives: the API passes them on as they are.
  return call as CallEngine;
}

function recorder(logged: { message: string; fields: LogFields }[]): Logger {
  const add = (message: string, fields: LogFields = {}): void => {
    logged.push({ message, fields });
  };
  const log: Logger = { debug: add, info: add, warn: add, error: add, with: () => log };
  return log;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: unknown;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Buffer;
  /** Address to connect to; 127.0.0.1 when left out. */
  readonly to?: string | undefined;
}

/** Sends a request with any header, Host and Origin included, which `fetch` would not. */
export function ask(api: Pick<Listening, 'port'>, path: string, sent: Sent = {}): Promise<Answer> {
  const { method = 'GET', body, to = '127.0.0.1' } = sent;
  const headers = { ...lengthOf(sent), ...sent.headers };
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: to, port: api.port, path, method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const { statusCode: status = 0, headers: received } = response;
          const { 'content-type': contentType = '' } = received;
          const isJson = contentType.startsWith('application/json') && text !== '';
          const given = { method, target: path, status, contentType, text };
          const answer = {
            status,
            headers: received,
            text,
            json: isJson ? JSON.parse(text) : undefined,
          };
          seeAnswer(`http://127.0.0.1:${api.port}`, given).then(() => resolve(answer), reject);
        });
      },
    );
    request.on('error', reject).end(body);
  });
}

/** Node's client announces no length for the body of a GET or DELETE by itself. */
function lengthOf({ headers = {}, body }: Sent): Record<string, string> {
  if (body === undefined || 'Transfer-Encoding' in headers) return {};
  return { 'Content-Length': String(Buffer.byteLength(body)) };
}

/** A request with a JSON body. */
export function post(api: Pick<Listening, 'port'>, path: string, body: unknown, method = 'POST') {
  const headers = { 'Content-Type': 'application/json' };
  return ask(api, path, { method, headers, body: JSON.stringify(body) });
}
