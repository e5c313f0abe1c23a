import { once } from 'node:events';
import { z } from 'zod';
import { checkAccess } from '../contract/access.ts';
import { EngineError } from '../contract/errors.ts';
import { eventFilter, type EventFilter, type SubscribeEvents } from '../contract/events.ts';
import type { CallEngine, Caller, OperationCall } from '../contract/operations.ts';
import type { RunDetail } from '../contract/run.ts';
import type { Clock } from '../lib/clock.ts';
import { callerOf } from './caller.ts';
import { createEventFeed, isElsewhere, toMessage, type EventFeed } from './event-feed.ts';
import { openLine } from './event-line.ts';
import type { Request, RequestHandler, Response } from './exchange.ts';
import { readQuery } from './read-query.ts';
import { logEvents, stateEvents } from './run-state.ts';
import type { Standing } from './standing.ts';
import { createStreamPlaces } from './stream-places.ts';

/** Well below the times after which clients and proxies take a silent connection for dead. */
const HEARTBEAT_MS = 15_000;

export interface EventStreamOptions {
  readonly call: CallEngine;
  readonly subscribe: SubscribeEvents;
  readonly clock: Clock;
  /** Asked while a stream is open: rights may be taken away. */
  readonly standing: Standing;
}

export interface EventStreams {
  readonly handle: RequestHandler;
  /** The stream of the run that the path names. */
  readonly handleRun: RequestHandler;
  /** Ends every open stream, so that the server can close. */
  readonly end: () => void;
}

/**
 * Serves the events of the engine as server-sent events. The first bytes, `: ready`, say that nothing is missed from now
 * on. A client that comes back with `Last-Event-ID` gets what it has missed. When that is not remembered, a stream of one
 * run begins with the state of the run, as events; any other with `events.missed`.
 */
export function createEventStreams(options: EventStreamOptions): EventStreams {
  const { call, subscribe, clock, standing } = options;
  const feed = createEventFeed(subscribe, clock);
  const places = createStreamPlaces();
  const open = new Set<Response>();

  async function serve(request: Request, response: Response, filter: EventFilter): Promise<void> {
    const caller = callerOf(request);
    // An unknown node, one that does not answer and a circle are refused as for any call.
    if (isElsewhere(filter))
      await call('runs.list', { limit: 1, remoteNode: filter.remoteNode }, caller);
    // Gone meanwhile: there would be nobody to tell that it ends.
    if (response.destroyed) return;
    // Those that wait for a node above have none yet.
    const giveBack = places.take(caller);
    const line = openLine(response);
    if (request.method === 'HEAD') {
      giveBack();
      response.end();
      return;
    }
    open.add(response);
    const endHeartbeat = every(clock, HEARTBEAT_MS, () => {
      line.send(': still here\n\n');
      standing.look(request);
    });
    const endFollow = feed.follow(filter, line.send);
    const ends = [endHeartbeat, endFollow, giveBack, () => open.delete(response)];
    response.on('close', () => ends.forEach((end) => end()));
    // The answer of the next request says why.
    standing.during(request, once(response, 'close')).catch(line.end);
    const lastId = request.headers['last-event-id']?.toString();
    const messages = await missedMessages(feed, { filter, lastId }, (run) => readRun(run, caller));
    line.begin(messages);
  }

  async function readRun(run: OneRun, caller: Caller): Promise<RunDetail> {
    return (await call('runs.get', run, caller)).dagRun;
  }

  /** By its id: the newest run is another one before long. */
  async function ofRun(run: OneRun, caller: Caller): Promise<EventFilter> {
    const { name, dagRunId } = await readRun(run, caller);
    return { ...run, name, dagRunId };
  }

  return {
    handle: async (request, response) => {
      const caller = listenerOf(request);
      const filter = readFilter(eventFilter(), readQuery(request));
      requireName(filter);
      const isLatest = isOfOneRun(filter) && filter.dagRunId === 'latest';
      await serve(request, response, isLatest ? await ofRun(filter, caller) : filter);
    },
    handleRun: async (request, response) => {
      const caller = listenerOf(request);
      const node = readFilter(eventFilter().pick({ remoteNode: true }), readQuery(request));
      const run = { ...runPath.parse(request.params), ...node };
      await serve(request, response, await ofRun(run, caller));
    },
    end: () => {
      feed.close();
      open.forEach((response) => response.end());
    },
  };
}

type OneRun = OperationCall<'runs.get'>;

/** Asked before anything else of a request is looked at: who may not listen learns nothing about it. */
function listenerOf(request: Request): Caller {
  const caller = callerOf(request);
  checkAccess('viewer', caller);
  return caller;
}

/** Runs of several DAGs may have the same id. */
function requireName({ name, dagRunId }: EventFilter): void {
  if (name !== undefined || dagRunId === undefined) return;
  throw new EngineError('bad_request', 'dagRunId: requires `name`. Add the name of the DAG.', {
    details: { fields: { dagRunId: 'requires `name`' } },
  });
}

function isOfOneRun(filter: EventFilter): filter is EventFilter & OneRun {
  return filter.name !== undefined && filter.dagRunId !== undefined;
}

const runPath = z.object({ name: z.string(), dagRunId: z.string() });

interface Resumed {
  readonly filter: EventFilter;
  /** The header `Last-Event-ID`; undefined for a new listener. */
  readonly lastId: string | undefined;
}

/** What a listener is told before anything that happens from now on, the id to go on from included. */
async function missedMessages(
  feed: EventFeed,
  { filter, lastId }: Resumed,
  readRun: (run: OneRun) => Promise<RunDetail>,
): Promise<readonly string[]> {
  // Looked at before anything else can happen.
  const resumed = `id: ${feed.lastId()}\n\n`;
  if (lastId === undefined) return [resumed];
  const missed = feed.since(lastId, filter);
  if (!isOfOneRun(filter)) return [...(missed ?? [loadAnew]), resumed];
  try {
    const run = await readRun(filter);
    const state = missed ?? stateEvents(run).map((event) => toMessage(event));
    return [...state, ...logEvents(run).map((event) => toMessage(event)), resumed];
  } catch {
    // The run is gone or cannot be read; whoever loads it again is told why.
    return [loadAnew, resumed];
  }
}

const loadAnew = toMessage({ type: 'events.missed' });

function readFilter<S extends z.ZodRawShape>(schema: z.ZodObject<S>, query: unknown) {
  const parsed = schema.strict().safeParse(query);
  if (parsed.success) return parsed.data;
  const fields = Object.keys(schema.shape).join(', ');
  throw new EngineError(
    'bad_request',
    `Unknown filter. The filters of this stream are ${fields}.`,
    {
      details: { fields: Object.fromEntries(parsed.error.issues.flatMap(refusedFields)) },
    },
  );
}

function refusedFields(issue: z.core.$ZodIssue): readonly (readonly [string, string])[] {
  if (issue.code !== 'unrecognized_keys') return [[issue.path.join('.'), issue.message]];
  return issue.keys.map((key) => [key, 'is not a filter']);
}

function every(clock: Clock, delayMs: number, callback: () => void): () => void {
  let cancel = clock.after(delayMs, again);
  function again(): void {
    callback();
    cancel = clock.after(delayMs, again);
  }
  return () => cancel();
}
