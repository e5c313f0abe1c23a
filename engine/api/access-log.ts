import type { Config } from '../config/config.ts';
import type { Operation } from '../contract/operation.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { knownCallerOf } from './caller.ts';
import { pathOf, type Request, type RequestHandler, type Response } from './exchange.ts';

interface AccessLogOptions {
  readonly mode: Config['accessLog'];
  readonly log: Logger;
  readonly clock: Clock;
}

/**
 * Writes one line for each request when its answer is sent, or its sender gone. Neither a query nor a header is part of
 * it: both may hold what is nobody's business.
 */
export function createAccessLog({ mode, log, clock }: AccessLogOptions): RequestHandler {
  return (request, response, next) => {
    const begun = clock.elapsed();
    if (mode === 'none') return next();
    response.once('close', () => {
      if (mode === 'non-public' && isPublic(request, response)) return;
      log.info('Request', {
        method: request.method,
        path: pathOf({ url: request.originalUrl }),
        status: response.headersSent ? response.statusCode : 'aborted',
        ms: Math.round(clock.elapsed() - begun),
        // Nobody has no name, and is not known where the guard refuses before anybody asks.
        caller: knownCallerOf(request)?.name || 'nobody',
      });
    });
    next();
  };
}

const publicAnswers = new WeakSet<Response>();

/** Notes that anybody may call what is asked for. */
export function noteAccess(response: Response, { access }: Pick<Operation, 'access'>): void {
  if (access === 'public') publicAnswers.add(response);
}

/** What everybody gets without being asked who it is: pages, and operations that are public. */
function isPublic(request: Request, response: Response): boolean {
  if (response.statusCode >= 400) return false;
  return knownCallerOf(request) === null || publicAnswers.has(response);
}
