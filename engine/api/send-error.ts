import type { IncomingMessage, ServerResponse } from 'node:http';
import { EngineError, errorStatus, toWireError, type WireError } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import { nobody } from '../contract/operations.ts';
import type { Logger } from '../lib/logger.ts';
import type { Refusal } from '../services/audit/audit-calls.ts';
import { answer } from './answer.ts';
import { callerOrNobody, isKnown } from './caller.ts';
import type { ErrorRequestHandler, Request, Response } from './exchange.ts';
import { hardHeaders } from './hardening.ts';
import { originOf } from './origin.ts';

type Statuses = NonNullable<Operation['errorStatus']>;

const statuses = new WeakMap<Response, Statuses>();

/** Notes which statuses an operation answers errors with that are not those of all others. */
export function rememberStatuses(response: Response, { errorStatus: own = {} }: Operation): void {
  statuses.set(response, own);
}

/** Turns whatever was thrown into the JSON error body of the interface; bugs are logged in full and shown as such. */
export function sendError(
  log: Logger,
  refused: (refusal: Refusal) => void = () => undefined,
): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    // A fault has answered meanwhile, and there is nobody left to tell.
    if (response.writableEnded) return;
    const known = expected(error);
    if (known instanceof EngineError) refused({ error: known, ...askedBy(request) });
    else log.error('Request failed', { error, ...asked(request) });
    // The answer was begun, or nobody waits for it any more: there is no way left to say anything.
    if (response.headersSent || request.socket.destroyed) {
      response.destroy();
      return;
    }
    const wireError = toldTo(request, toWireError(known));
    const status = statuses.get(response)?.[wireError.code] ?? errorStatus[wireError.code];
    if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="dagwright"');
    const wait = wireError.details?.['retryAfter'];
    if (status === 429 && typeof wait === 'number') response.setHeader('Retry-After', wait);
    answer(response, status, wireError);
  };
}

/** What goes on inside, folders and disks included, is the business of those who may read. */
function toldTo(request: Request, error: WireError): WireError {
  if (errorStatus[error.code] < 500 || isKnown(request)) return error;
  const { code } = error;
  return { code, message: 'The engine is not available. See its log for details.' };
}

/** Answers a request with a fault of ours, in place of what was prepared for it. */
export function tellFault(response: ServerResponse): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.setHeaders(hardHeaders);
  // The reader of HTTP may have been broken off in its midst, and take the next request for nonsense.
  response.setHeader('Connection', 'close');
  answer(response, errorStatus.internal_error, toWireError(undefined));
}

/** Without the query: a provider's answer to a login stands there. */
export function asked(request: IncomingMessage): { method: string; url: string } {
  const { method = '', url = '' } = request;
  const { originalUrl = url } = request as Partial<Request>;
  return { method, url: originalUrl.replace(/\?.*/s, '') };
}

/** The guard refuses before anybody has asked who it is. */
function askedBy(request: Request): Omit<Refusal, 'error'> {
  const { method, url } = asked(request);
  const stranger = { ...nobody, origin: originOf(request) };
  const caller = isKnown(request) ? callerOrNobody(request) : stranger;
  const bytes = Number(request.headers['content-length'] ?? 0);
  return { caller, request: `${method} ${url}`, bytes };
}

/** An address that cannot be decoded is the client's making; the router says so by a status. */
function expected(error: unknown): unknown {
  if (error instanceof EngineError || !(error instanceof Error)) return error;
  const { status } = error as Error & { readonly status?: number };
  return status === 400 ? new EngineError('bad_request', error.message, { cause: error }) : error;
}
