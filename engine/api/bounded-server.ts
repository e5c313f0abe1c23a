import type { RequestListener, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { isLoopback } from '../lib/loopback.ts';
import { nodeHttp, nodeHttps } from '../platform/node-http.ts';
import { answerBrokenRequest, noteRequest } from './broken-request.ts';
import type { Limits } from './limits.ts';
import { plainAddress } from './origin.ts';
import { settleTarget } from './settle-target.ts';
import type { Certificate } from './tls.ts';

/** A server that drops whoever takes more than the limits, and answers bytes that are no request. */
export function createBoundedServer(
  app: RequestListener,
  limits: Limits,
  certificate: Certificate | null = null,
): Server {
  const handle: RequestListener = (request, response) => {
    settleTarget(request);
    response.on('timeout', dropStalled);
    app(request, response);
  };
  const options = serverOptions(limits);
  const server: Server =
    certificate === null
      ? nodeHttp().createServer(options, handle)
      : nodeHttps().createServer(
          { ...options, ...certificate, handshakeTimeout: limits.handshakeMs },
          handle,
        );
  // Node drops headers beyond this count without a word, the guard's among them; the size is bounded already.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.connections;
  server.timeout = limits.stalledMs;
  server.prependListener('request', noteRequest);
  server.on('clientError', answerBrokenRequest);
  // An expectation other than 100-continue may be ignored, and then gets a proper answer.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  boundAddresses(server, limits.connectionsPerAddress);
  return server;
}

function serverOptions(limits: Limits): ServerOptions {
  return {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    keepAliveTimeout: limits.idleMs,
    // The guard refuses such requests itself, with an error body.
    requireHostHeader: false,
  };
}

/**
 * A connection was still for a while. One whose request is worked on has every right to be; one whose answer lies there
 * untouched belongs to a client that does not read. Idle ones are ended by Node itself.
 */
function dropStalled(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

/** Programs of this machine share the one bound of all connections; others must not be able to take them all. */
function boundAddresses(server: Server, most: number): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress);
    if (address === '' || isLoopback(address)) return;
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left === 0) counts.delete(address);
      else counts.set(address, left);
    });
    if (count > most) socket.destroy();
  });
}
