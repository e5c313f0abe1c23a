import type { ErrorRequestHandler, Request, Response } from 'express';
import { EngineError, errorStatus, toWireError, type ErrorCode } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import type { Logger } from '../lib/logger.ts';
import { answer } from './answer.ts';

/** Notes which statuses an operation answers errors with that are not those of all others. */
export function rememberStatuses(response: Response, { errorStatus: own = {} }: Operation): void {
  response.locals['errorStatus'] = own;
}

function statusesOf({ locals }: Response): NonNullable<Operation['errorStatus']> {
  // Set above, before anything else is done for an operation.
  return (locals['errorStatus'] ?? {}) as NonNullable<Operation['errorStatus']>;
}

/** Turns whatever was thrown into the JSON error body of the interface; bugs are logged in full and shown as such. */
export function sendError(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    // The answer was begun, or nobody waits for it any more: there is no way left to say anything.
    if (response.headersSent || request.socket.destroyed) {
      response.destroy();
      return;
    }
    const known = expected(error);
    if (!(known instanceof EngineError)) log.error('Request failed', { error, ...asked(request) });
    const wireError = toWireError(known);
    const status = statusesOf(response)[wireError.code] ?? errorStatus[wireError.code];
    if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="dagwright"');
    answer(response, status, wireError);
  };
}

function asked({ method, originalUrl }: Request): { method: string; url: string } {
  return { method, url: originalUrl };
}

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'bad_request',
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

/** Errors of express and its body reader carry an HTTP status; those of the client's making become ours. */
function expected(error: unknown): unknown {
  if (error instanceof EngineError || !(error instanceof Error)) return error;
  const { status, type, limit } = error as Error & {
    readonly status?: number;
    readonly type?: string;
    readonly limit?: number;
  };
  const code = codeByStatus[status ?? 500];
  if (code === undefined) return error;
  return new EngineError(code, sentence(error.message, type, limit), { cause: error });
}

function sentence(message: string, type: string | undefined, limit: number | undefined): string {
  switch (type) {
    case 'entity.parse.failed':
      return `The body is not valid JSON: ${message}`;
    case 'entity.too.large':
      return `The body is larger than the ${limit} bytes that are allowed here.`;
    default:
      return message;
  }
}
