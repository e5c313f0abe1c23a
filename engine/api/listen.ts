import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EngineError } from '../contract/errors.ts';
import type { Clock } from '../lib/clock.ts';
import { findPortOwner } from '../platform/port-owner.ts';
import { answerBrokenRequest } from './broken-request.ts';
import type { Api } from './create-api.ts';
import { settleTarget } from './settle-target.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly clock: Clock;
}

export interface Listening {
  readonly port: number;
  readonly url: string;
  /** Ends streams and idle connections at once, and the others when their answer is sent or a second is over. */
  readonly close: () => Promise<void>;
}

const HEADER_LIMIT = 16 * 1024;
const CLOSING_GRACE_MS = 1000;

/** `localhost` is not looked up: a hosts file could send it anywhere. */
const loopback = new Map([
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', '127.0.0.1'],
  ['::1', '::1'],
]);

/** Opens the interface to programs of this machine, and to nobody else. */
export async function listen(api: Api, { host, port, clock }: ListenOptions): Promise<Listening> {
  const address = loopback.get(host);
  if (address === undefined) throw notLoopback(host);

  const server = createBoundedServer(api);
  try {
    server.listen(port, address);
    await once(server, 'listening');
  } catch (error) {
    throw await explained(error, address, port);
  }
  // A server that listens on TCP has such an address.
  const { port: actual } = server.address() as AddressInfo;
  const shown = address === '::1' ? '[::1]' : address;
  return {
    port: actual,
    url: `http://${shown}:${actual}`,
    close: closer(server, api, clock),
  };
}

function createBoundedServer({ app }: Api): Server {
  const server = createServer(
    {
      maxHeaderSize: HEADER_LIMIT,
      headersTimeout: 15_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 30_000,
      // The guard refuses such requests itself, with an error body.
      requireHostHeader: false,
    },
    (request, response) => {
      settleTarget(request);
      app(request, response);
    },
  );
  // Node drops headers beyond this count without a word, the guard's among them; the size is bounded already.
  server.maxHeadersCount = 0;
  server.maxConnections = 1000;
  server.on('clientError', answerBrokenRequest);
  // An expectation other than 100-continue may be ignored, and then gets a proper answer.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

function notLoopback(host: string): EngineError {
  return new EngineError(
    'bad_request',
    `The engine listens on the loopback interface only (127.0.0.1, ::1 or localhost), not on ${host}.`,
  );
}

async function explained(error: unknown, address: string, port: number): Promise<unknown> {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return error;
  const owner = await findPortOwner(port);
  const holder = owner === null ? 'another program' : `${owner.command} (process ${owner.pid})`;
  return new EngineError(
    'service_unavailable',
    `Port ${port} of ${address} is taken by ${holder}. End it or choose another port.`,
    { cause: error },
  );
}

function closer(server: Server, api: Api, clock: Clock): () => Promise<void> {
  let closed: Promise<void> | undefined;
  return () =>
    (closed ??= new Promise((resolve) => {
      const cancel = clock.after(CLOSING_GRACE_MS, () => server.closeAllConnections());
      server.close(() => {
        cancel();
        resolve();
      });
      api.endStreams();
    }));
}
