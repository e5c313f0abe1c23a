import type { Request, RequestHandler } from 'express';
import { EngineError } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';

/** Headers on which the guard or the caller's identity rests: Node would silently keep one of two. */
const decisiveHeaders = new Set([
  'host',
  'origin',
  'sec-fetch-site',
  'content-type',
  'authorization',
]);

/**
 * Stands in front of everything: operations, events, files and errors. A server on the loopback interface is out of
 * the network's reach but not out of the browser's, so whatever a page of another origin could send is refused, reads
 * included. Programs send none of the browser's marks and pass.
 */
export const guard: RequestHandler = (request, _response, next) => {
  refuseRepeatedHeaders(request.rawHeaders);
  const host = ownHost(request);
  refuseForeignPages(request, host);
  refuseForeignBodies(request);
  next();
};

function refuseRepeatedHeaders(rawHeaders: readonly string[]): void {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!decisiveHeaders.has(name)) continue;
    if (seen.has(name)) throw new EngineError('bad_request', `The header ${name} was sent twice.`);
    seen.add(name);
  }
}

/** Names under which this server may be reached; a page that rebinds its own name to loopback still sends that name. */
function ownHosts(port: number | undefined): readonly string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  const withPort = names.map((name) => `${name}:${port}`);
  return port === 80 ? [...withPort, ...names] : withPort;
}

function ownHost({ headers, socket }: Request): string {
  const hosts = ownHosts(socket.localPort);
  const host = headers.host?.toLowerCase() ?? '';
  if (hosts.includes(host)) return host;
  throw new EngineError('forbidden', `This engine answers only as ${hosts.join(', ')}.`);
}

/** Another port of this machine is another origin, and so is `null`. */
function refuseForeignPages({ headers }: Request, host: string): void {
  const site = headers['sec-fetch-site'] ?? 'none';
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) throw foreignPage();
  if (site !== 'none' && site !== 'same-origin') throw foreignPage();
}

function foreignPage(): EngineError {
  return new EngineError('forbidden', 'Pages of other origins may not reach this engine.');
}

/** A page may send forms and plain text without asking first, so no body but JSON is read. */
function refuseForeignBodies({ headers }: Request): void {
  const length = headers['content-length'] ?? '0';
  if (headers['transfer-encoding'] === undefined && Number(length) === 0) return;
  if (/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) return;
  throw new EngineError(
    'unsupported_media_type',
    'A body must be JSON, with the header Content-Type: application/json.',
  );
}

/**
 * A GET that changes something could be fired by an image or a link in a browser that does not mark its requests.
 * Such requests ask for pictures or pages; programs ask for JSON or for anything.
 */
export function refuseEmbeddedGet(operation: Operation, accept: string | undefined): void {
  const readsOnly = operation.access === 'public' || operation.access === 'viewer';
  if (operation.method !== 'get' || readsOnly) return;
  if (accept === undefined || accept.trim() === '*/*' || /\bapplication\/json\b/i.test(accept)) {
    return;
  }
  throw new EngineError('forbidden', 'This address needs the header Accept: application/json.');
}
