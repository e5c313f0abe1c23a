import type { EventEmitter } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { takeFaults, type TakeFault } from '../lib/faults.ts';
import type { Logger } from '../lib/logger.ts';
import type { Request, RequestHandler, Response } from './exchange.ts';
import { asked, tellFault } from './send-error.ts';

/**
 * Answers requests by a router. Whatever a request throws, in a handler, in a listener of its streams or in what it left to a
 * timer or a promise, is logged with it and answered 500 where that is still possible; the engine goes on.
 */
export function listenerOf(router: RequestHandler, log: Logger): RequestListener {
  return (request, response) => {
    const take = faultsOf(request, response, log);
    takeFaults(take, () => {
      guardEvents(request, take);
      guardEvents(response, take);
      try {
        // What express adds to both it adds itself.
        void router(request as Request, response as Response, take);
      } catch (error) {
        take(error);
      }
    });
  };
}

function faultsOf(request: IncomingMessage, response: ServerResponse, log: Logger): TakeFault {
  const about = asked(request);
  // What a request left behind may last: it does not keep the answer in memory.
  let open: ServerResponse | null = response;
  response.once('close', () => (open = null));
  return (error) => {
    log.error('Request failed', { error, ...about });
    if (open !== null) tellFault(open);
  };
}

/** Sockets and the reader of HTTP call listeners outside of what was asked, and break off when one throws. */
function guardEvents(emitter: EventEmitter, take: TakeFault): void {
  const emit = emitter.emit.bind(emitter);
  emitter.emit = (...event) => {
    try {
      return takeFaults(take, () => emit(...event));
    } catch (error) {
      take(error);
      return true;
    }
  };
}
