import express, { Router, type Express } from 'express';
import type { SubscribeEvents } from '../contract/events.ts';
import type { CallEngine } from '../contract/operations.ts';
import { API_PREFIX, EVENTS_PATH } from '../contract/rest.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { addOperations } from './add-operations.ts';
import { createEventStreams } from './event-streams.ts';
import { guard } from './guard.ts';
import { harden } from './hardening.ts';
import { sendError } from './send-error.ts';
import { answerUnmatched } from './unmatched.ts';
import { createWindowFiles } from './window-files.ts';

export interface ApiOptions {
  readonly call: CallEngine;
  readonly subscribe: SubscribeEvents;
  readonly log: Logger;
  readonly clock: Clock;
  /** Folder of the built page of the window; null where it is not built. */
  readonly assetsDir: string | null;
}

export interface Api {
  readonly app: Express;
  /** Ends the event streams, which would otherwise keep a closing server open. */
  readonly endStreams: () => void;
}

/** Builds the REST interface, the event stream and the page of the window; `listen` opens it to this machine. */
export function createApi({ call, subscribe, log, clock, assetsDir }: ApiOptions): Api {
  const streams = createEventStreams(subscribe, clock);
  const rest = Router({ caseSensitive: true, strict: true });
  rest.get(EVENTS_PATH, streams.handle);
  addOperations(rest, call);
  rest.use(answerUnmatched);

  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.use(harden, guard);
  app.use(API_PREFIX, rest);
  app.use(createWindowFiles(assetsDir));
  app.use(sendError(log));
  return { app, endStreams: streams.end };
}
