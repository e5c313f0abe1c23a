import { isIP } from 'node:net';
import { createApi } from '../api/create-api.ts';
import { listen, type Listening } from '../api/listen.ts';
import type { Config } from '../config/config.ts';
import { asLive, type LiveConfig } from '../config/live-config.ts';
import { forgetSecrets } from '../config/secret-variables.ts';
import { mistakenVariables } from '../config/read-environment.ts';
import { createEngine, type Engine, type EngineOptions } from '../index.ts';
import { isoTime, type Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { version } from '../lib/version.ts';
import { removeEndpoint, writeEndpoint } from '../platform/endpoint-file.ts';
import { systemClock } from '../platform/system-clock.ts';
import { writeWhenPossible } from '../platform/write-when-possible.ts';
import { findTunnelProgram, openTunnel } from './open-tunnel.ts';
import { programFiles } from './program-files.ts';
import { settleZone } from './settle-zone.ts';
import { startForGood } from './take-home.ts';

export interface ServerOptions {
  readonly config: Config;
  /** What belongs to a `config` that is live; when left out, its live parts follow its config.yaml. */
  readonly reload?: LiveConfig['reload'];
  readonly allowHost?: LiveConfig['allowHost'];
  /** Told each time that a tunnel gives the server a public address. */
  readonly onTunnel?: (url: string) => void;
  readonly log: Logger;
  readonly clock?: Clock;
  /** Where the program's own files lie; the folder of the sources when left out. */
  readonly programFolder?: string;
  /** As of `createEngine`. */
  readonly usualTrust?: EngineOptions['usualTrust'];
}

export interface RunningServer {
  readonly engine: Engine;
  readonly url: string;
  /** Ends REST and the engine; safe to call twice. Returns how many steps keep running. */
  readonly stop: () => Promise<number>;
}

/**
 * An engine that other programs of this machine can reach: REST, events and the page of the window. It knows no
 * terminal, so that the desktop app starts it just as `dagwright server` does.
 *
 * @throws StartError when the folders cannot be had, EngineError when the port cannot be.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { log, clock = systemClock, onTunnel = () => undefined } = options;
  const live = asLive(options, process.env);
  const { config } = live;
  forgetSecrets(process.env);
  settleZone(process.env, config, log);
  const tunnelProgram = findTunnelProgram(config.tunnel, process.env);
  const { assetsDir, samplesDir } = programFiles(options.programFolder);
  const { usualTrust = 'always' } = options;
  const { dataDir } = config.paths;
  const start = (): Promise<Engine> =>
    createEngine({ ...live, log, clock, samplesDir, usualTrust });
  const engine = await startForGood(start, { dataDir, clock });
  const listening = await listenFor(engine, { config, log, clock, assetsDir });
  const { socket, warnings, close } = listening;
  const url = listening.url + config.basePath;
  for (const warning of [...warnings, ...mistakenVariables(process.env)]) log.warn(warning);
  const closeTunnel = openTunnel({
    program: tunnelProgram,
    target: listening.url,
    basePath: config.basePath,
    env: process.env,
    clock,
    log,
    allowHost: live.allowHost,
    opened: onTunnel,
  });
  const startedAt = isoTime(clock.now());
  const say = (): void => writeEndpoint(dataDir, { url, socket, version, startedAt });
  const endSaying = writeWhenPossible('the file with the address of the engine', say, {
    clock,
    log,
  });
  log.info('Engine is ready', { url, version });

  let stopped: Promise<number> | undefined;
  const stop = async () => {
    // While answers are given, newcomers are told that the engine is stopping.
    await engine.drain();
    endSaying();
    removeEndpoint(dataDir);
    await closeTunnel();
    await close();
    const steps = await engine.stop();
    log.info('Engine has stopped', { stepsKeptRunning: steps });
    return steps;
  };
  return { engine, url, stop: () => (stopped ??= stop()) };
}

interface ListenForOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly assetsDir: string | null;
}

/** Opens REST to this machine, or lets go of the engine again. */
async function listenFor(
  engine: Engine,
  { config, log, clock, assetsDir }: ListenForOptions,
): Promise<Listening> {
  const { call, authenticate, followRights, refused, subscribe } = engine;
  const api = createApi({
    call,
    authenticate,
    followRights,
    refused,
    subscribe,
    log,
    clock,
    assetsDir,
    allowedHosts: () => hostsOf(config),
    basePath: config.basePath,
    isHeadless: config.headless,
    accessLog: config.accessLog,
  });
  try {
    return await listen(api, {
      host: config.host,
      port: config.port,
      clock,
      authenticates: config.auth.mode === 'builtin',
      tls: config.tls,
      socketFolder: config.ownerSocket ? config.paths.dataDir : null,
      warn: (message) => log.warn(message),
    });
  } catch (error) {
    await engine.stop();
    throw error;
  }
}

/** A host that is a name, and no address, is one by which this server is called. */
function hostsOf({ host, allowedHosts }: Config): readonly string[] {
  return isIP(host) === 0 ? [host, ...allowedHosts] : allowedHosts;
}
