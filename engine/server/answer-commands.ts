import { Router } from 'express';
import { answer } from '../api/answer.ts';
import { createApi, type Api } from '../api/create-api.ts';
import { createGuard } from '../api/guard.ts';
import { listenerOf } from '../api/listener.ts';
import { listenToOwner } from '../api/listen-to-owner.ts';
import { readJson } from '../api/read-body.ts';
import { sendError } from '../api/send-error.ts';
import type { Config } from '../config/config.ts';
import { toWireError } from '../contract/errors.ts';
import { socketOwner } from '../contract/operations.ts';
import type { Engine } from '../index.ts';
import { isoTime, type Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { version } from '../lib/version.ts';
import { removeEndpoint, writeEndpoint } from '../platform/endpoint-file.ts';
import { askWith } from '../services/asked-environment.ts';
import {
  COMMAND_PATH,
  ENDING_STATUS,
  type CommandAnswer,
  type CommandRequest,
} from './command-request.ts';

interface Options {
  readonly engine: Engine;
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  /** Called when another engine wants the home for good. */
  readonly handOver: () => void;
}

/** The way by which other processes of the owner ask the engine of a command. */
export interface CommandAnswers {
  /** Begins nothing that is asked from now on. */
  readonly refuse: () => void;
  readonly close: () => Promise<void>;
}

/** As much as the largest request of the interface. */
const MAX_REQUEST = 64 * 1024 * 1024;

/** Answers at the socket of the owner, and says where that is; null: there can be no socket. */
export async function answerCommands(options: Options): Promise<CommandAnswers | null> {
  const { engine, config, log, clock } = options;
  const { dataDir } = config.paths;
  const api = createApi({ ...engine, log, clock, assetsDir: null, isHeadless: true });
  const { app, refuse } = createApp(api, options);
  const listening = await listenToOwner({ ...api, app }, { folder: dataDir, clock });
  if (listening === null) return null;
  const { socket, close } = listening;
  const startedAt = isoTime(clock.now());
  writeEndpoint(dataDir, { url: 'http://localhost', socket, isService: false, version, startedAt });
  return {
    refuse,
    close: async () => {
      removeEndpoint(dataDir);
      await close();
    },
  };
}

function createApp(api: Api, options: Options) {
  let isEnding = false;
  const { log } = options;
  const app = Router({ caseSensitive: true });
  app.post(
    COMMAND_PATH,
    createGuard(() => []),
    async (request, response) => {
      const asked = (await readJson(request, MAX_REQUEST)) as CommandRequest;
      if (isEnding) answer(response, ENDING_STATUS, undefined);
      else answer(response, 200, await carryOut(options, asked));
    },
  );
  app.use(api.app, sendError(log));
  return { app: listenerOf(app, log), refuse: () => void (isEnding = true) };
}

async function carryOut(options: Options, request: CommandRequest): Promise<CommandAnswer> {
  const { engine, handOver } = options;
  try {
    switch (request.ask) {
      case 'call': {
        const { name, input, environment } = request;
        // Steps can ask here too, as at the socket of a service.
        const call = () => engine.call(name, input as never, socketOwner);
        return { output: await askWith(environment, call) };
      }
      case 'resume':
        await engine.resume(request.run);
        return {};
      case 'hand over':
        handOver();
        return {};
    }
  } catch (error) {
    return { error: toWireError(error) };
  }
}
