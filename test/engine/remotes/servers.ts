import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { startServer, type RunningServer } from '../../../engine/server/start-server.ts';
import type { Config, RemoteNode } from '../../../engine/config/config.ts';
import { createHttpClient } from '../../../engine/contract/http-client.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { watchAnswers } from '../../support/contract/watch-answers.ts';
import { endProcessesOf, silentLogger } from '../../support/engine.ts';
import { temporaryConfig } from '../../support/home.ts';

export interface TestServer extends RunningServer {
  readonly config: Config;
}

/** A real server, without its end: for more than one test. */
export async function startTestServer(overrides: Partial<Config> = {}): Promise<TestServer> {
  const config = temporaryConfig(overrides);
  const server = await startServer({ config, log: silentLogger() });
  watchAnswers(server.url);
  const stop = async (): Promise<number> => {
    const steps = await server.stop();
    endProcessesOf(config);
    return steps;
  };
  return { ...server, config, stop };
}

/** A real server for the time of one test. */
export async function aServer(overrides: Partial<Config> = {}): Promise<TestServer> {
  const server = await startTestServer(overrides);
  onTestFinished(async () => void (await server.stop()));
  return server;
}

/** A node as the settings describe it: no credentials, the system's authorities. */
export function aNode(name: string, baseUrl: string, more: Partial<RemoteNode> = {}): RemoteNode {
  return {
    name,
    baseUrl,
    auth: { type: 'none' },
    timeoutMs: 10_000,
    tls: { caFile: null, skipVerify: false },
    ...more,
  };
}

/** A server that knows one node by the name `far`. */
export function aServerWith(node: string, more: Partial<RemoteNode> = {}): Promise<TestServer> {
  return aServer({ remoteNodes: [aNode('far', node, more)] });
}

/** Calls a server as its users do. */
export function clientOf({ url }: Pick<TestServer, 'url'>) {
  return createHttpClient({ baseUrl: url, wait: systemClock.after });
}

/** Something at the other end that is no engine, or a broken one. */
export async function otherServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
