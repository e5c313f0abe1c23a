import type { RequestListener } from 'node:http';
import express, { Router } from 'express';
import type { Config } from '../config/config.ts';
import type { Authenticate, FollowRights } from '../contract/authenticate.ts';
import type { SubscribeEvents } from '../contract/events.ts';
import type { CallEngine } from '../contract/operations.ts';
import { API_PREFIX, EVENTS_PATH, fillPath, RUN_EVENTS_PATH } from '../contract/rest.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Refusal } from '../services/audit/audit-calls.ts';
import { createAccessLog } from './access-log.ts';
import { answerOperations } from './answer-operations.ts';
import { identify } from './caller.ts';
import { createDocsPage } from './docs-page.ts';
import { createEventStreams } from './event-streams.ts';
import { createGuard } from './guard.ts';
import { harden } from './hardening.ts';
import { listenerOf } from './listener.ts';
import { sendError } from './send-error.ts';
import { createStanding } from './standing.ts';
import { answerNothing } from './unmatched.ts';
import { createWindowFiles } from './window-files.ts';

export interface ApiOptions {
  readonly call: CallEngine;
  readonly authenticate: Authenticate;
  readonly followRights: FollowRights;
  readonly subscribe: SubscribeEvents;
  readonly log: Logger;
  readonly clock: Clock;
  /** Folder of the built page of the window; null where it is not built. */
  readonly assetsDir: string | null;
  /** Whether there is REST alone and no page; false when left out. */
  readonly isHeadless?: boolean;
  /** Told of every refusal: by the guard, for credentials, by an operation. */
  readonly refused?: (refusal: Refusal) => void;
  /** Names of this server beside its own addresses, with or without a port. */
  readonly allowedHosts?: () => readonly string[];
  /** Path below which everything is served; none when left out. */
  readonly basePath?: string;
  /** Which requests are logged; none when left out. */
  readonly accessLog?: Config['accessLog'];
}

export interface Api {
  readonly app: RequestListener;
  /** Ends the event streams, which would otherwise keep a closing server open. */
  readonly endStreams: () => void;
}

/** Builds the REST interface, the event stream and the page of the window; `listen` opens it to this machine. */
export function createApi(options: ApiOptions): Api {
  const { call, authenticate, log, assetsDir, allowedHosts = () => [], basePath = '' } = options;
  const standing = createStanding(options);
  const streams = createEventStreams({ ...options, standing });
  const rest = Router({ caseSensitive: true, strict: true });
  const listener = standing.from('viewer');
  rest.get(EVENTS_PATH, listener, streams.handle);
  rest.get(
    fillPath(RUN_EVENTS_PATH, (name) => `:${name}`),
    listener,
    streams.handleRun,
  );
  rest.use(answerOperations(call, standing));

  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  const site = Router({ caseSensitive: true });
  site.use(API_PREFIX, identify(authenticate), rest);
  site.use(createDocsPage());
  site.use(options.isHeadless ? answerNothing : createWindowFiles(assetsDir, basePath));
  const guard = createGuard(allowedHosts);
  app.use(createAccessLog({ ...options, mode: options.accessLog ?? 'none' }), harden);
  app.use(basePath === '' ? '/' : basePath, guard, site);
  app.use(guard, answerNothing);
  app.use(sendError(log, options.refused));
  const endStreams = (): void => {
    standing.close();
    streams.end();
  };
  return { app: listenerOf(app, log), endStreams };
}
