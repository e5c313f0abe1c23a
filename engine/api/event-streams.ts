import type { RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { checkAccess } from '../contract/access.ts';
import { EngineError } from '../contract/errors.ts';
import {
  eventFilter,
  type EngineEvent,
  type EventFilter,
  type SubscribeEvents,
} from '../contract/events.ts';
import type { Clock } from '../lib/clock.ts';
import { callerOf } from './caller.ts';

/** Well below the times after which clients and proxies take a silent connection for dead. */
const HEARTBEAT_MS = 15_000;
/** What may wait for a client that does not read. It can come back and ask anew; memory cannot. */
const BACKLOG_LIMIT = 1_048_576;

export interface EventStreams {
  readonly handle: RequestHandler;
  /** Ends every open stream, so that the server can close. */
  readonly end: () => void;
}

/** Serves the events of the engine as server-sent events. The first bytes, `: ready`, say that nothing is missed from now on. */
export function createEventStreams(subscribe: SubscribeEvents, clock: Clock): EventStreams {
  const open = new Set<Response>();
  return {
    handle: (request, response) => {
      checkAccess('viewer', callerOf(request));
      const filter = readFilter(request.query);
      beginStream(response);
      if (request.method === 'HEAD') {
        response.end();
        return;
      }
      open.add(response);
      const stop = stream(response, clock, (listener) => subscribe(filter, listener));
      response.on('close', () => {
        stop();
        open.delete(response);
      });
    },
    end: () => open.forEach((response) => response.end()),
  };
}

function readFilter(query: unknown): EventFilter {
  const parsed = eventFilter.strict().safeParse(query);
  if (parsed.success) return parsed.data;
  throw new EngineError('bad_request', 'Events are filtered by name and dagRunId alone.', {
    details: { fields: Object.fromEntries(parsed.error.issues.flatMap(refusedFields)) },
  });
}

function refusedFields(issue: z.core.$ZodIssue): readonly (readonly [string, string])[] {
  if (issue.code !== 'unrecognized_keys') return [[issue.path.join('.'), issue.message]];
  return issue.keys.map((key) => [key, 'is not a filter']);
}

// The connection ends with the stream: kept alive, it would hold up a server that closes.
function beginStream(response: Response): void {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    Connection: 'close',
  });
}

/** Writes events and heartbeats until the returned function is called. */
function stream(
  response: Response,
  clock: Clock,
  subscribe: (listener: (event: EngineEvent) => void) => () => void,
): () => void {
  let sent = 0;
  const unsubscribe = subscribe((event) => {
    sent += 1;
    write(response, `event: ${event.type}\nid: ${sent}\ndata: ${JSON.stringify(event)}\n\n`);
  });
  write(response, ': ready\n\n');
  const stopHeartbeat = every(clock, HEARTBEAT_MS, () => write(response, ': still here\n\n'));
  return () => {
    unsubscribe();
    stopHeartbeat();
  };
}

function write(response: Response, text: string): void {
  if (response.writableEnded) return;
  response.write(text);
  if (response.writableLength > BACKLOG_LIMIT) response.destroy();
}

function every(clock: Clock, delayMs: number, callback: () => void): () => void {
  let cancel = clock.after(delayMs, again);
  function again(): void {
    callback();
    cancel = clock.after(delayMs, again);
  }
  return () => cancel();
}
