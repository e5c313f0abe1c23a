import type { IpcMainInvokeEvent } from 'electron';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { createApi } from '../../engine/api/create-api.ts';
import { listen } from '../../engine/api/listen.ts';
import type { RemoteNode } from '../../engine/config/config.ts';
import type { Authenticate } from '../../engine/contract/authenticate.ts';
import { fromWireError } from '../../engine/contract/errors.ts';
import { createHttpClient } from '../../engine/contract/http-client.ts';
import { CALL_CHANNEL, type CallResult } from '../../engine/contract/ipc.ts';
import { localOwner, type OperationName } from '../../engine/contract/operations.ts';
import { createEngine, type Engine } from '../../engine/index.ts';
import type { Logger } from '../../engine/lib/logger.ts';
import { systemClock as clock } from '../../engine/platform/system-clock.ts';
import { createEngineLink } from '../../main/engine-host/engine-link.ts';
import type { ToEngine } from '../../main/engine-host/messages.ts';
import { serveEngine } from '../../main/engine-host/serve-engine.ts';
import { serveOperations } from '../../main/ipc/serve-operations.ts';
import { watchAnswers } from '../support/contract/watch-answers.ts';
import { builtinAuth, temporaryConfig } from '../support/home.ts';

/** Calls an operation by its name, as a caller that knows no types. Errors are thrown. */
export type Call = (name: OperationName, input: object) => Promise<unknown>;

export interface Transports {
  readonly rest: Call;
  readonly ipc: Call;
  readonly engine: Engine;
}

const silent: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  with: () => silent,
};

/** Nothing listens there: the port is reserved. */
const nodeAway: RemoteNode = {
  name: 'away',
  baseUrl: 'http://127.0.0.1:1',
  auth: { type: 'none' },
  timeoutMs: 5000,
  tls: { caFile: null, skipVerify: false },
};

/** The window belongs to the owner, and so does REST here: the two differ in nothing but the way. */
const authenticate: Authenticate = async ({ origin }) => ({ ...localOwner, origin });

/** One real engine, in which all operations are there, reached over HTTP and over the messages of the app. */
export async function bothTransports(): Promise<Transports> {
  const { stop, ...transports } = await startBoth();
  onTestFinished(stop);
  return transports;
}

/** The same one for all tests of a block, for calls that change nothing; answers with it once it is started. */
export function transportsOfBlock(): () => Transports {
  let started: Awaited<ReturnType<typeof startBoth>> | undefined;
  beforeAll(async () => {
    started = await startBoth();
  });
  afterAll(() => started?.stop());
  return () => {
    if (started === undefined) throw new Error('The engine starts before the first test.');
    return started;
  };
}

async function startBoth(): Promise<Transports & { readonly stop: () => Promise<void> }> {
  const config = temporaryConfig({
    remoteNodes: [nodeAway],
    auth: { ...builtinAuth, admin: null },
  });
  const engine = await createEngine({ config, log: silent, clock });
  const { call, followRights, subscribe } = engine;
  const api = createApi({
    call,
    authenticate,
    followRights,
    subscribe,
    log: silent,
    clock,
    assetsDir: null,
  });
  const listening = await listen(api, { host: '127.0.0.1', port: 0, clock });
  watchAnswers(listening.url);
  const stop = async (): Promise<void> => {
    await listening.close();
    await engine.stop();
  };
  const client = createHttpClient({ baseUrl: listening.url, wait: clock.after });
  // The name is one of the contract, and its input is what the test is about.
  const rest = client.call as Call;
  return { engine, rest, ipc: overIpc(engine), stop };
}

/**
 * What a window goes through: main's handler, the link to the engine's process, and that process's end of it. Only
 * Electron's own wires are replaced, by copies such as it would make.
 */
function overIpc(engine: Engine): Call {
  const answers = new Map<string, Parameters<Electron.IpcMain['handle']>[1]>();
  let deliver = (_message: { readonly data: ToEngine }): void => {};
  const link = createEngineLink((message) => {
    deliver({ data: structuredClone(message) });
    return true;
  });
  serveEngine({
    engine,
    leave: () => Promise.resolve(),
    port: {
      postMessage: (message) => link.receive(structuredClone(message)),
      on: (_event: string, listener: typeof deliver) => {
        deliver = listener;
      },
    } as Parameters<typeof serveEngine>[0]['port'],
  });
  serveOperations({
    ipcMain: { handle: (channel, listener) => void answers.set(channel, listener) },
    call: link.call,
    isTrustedSender: () => true,
  });
  link.follow({ phase: 'ready', url: '' });

  return async (name, input) => {
    // The sender was judged above, and nothing else is asked of the event.
    const event = {} as IpcMainInvokeEvent;
    const result = (await answers.get(CALL_CHANNEL)?.(event, name, input)) as CallResult;
    if (result.ok) return result.value;
    throw fromWireError(result.error);
  };
}
