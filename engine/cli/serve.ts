import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createApi } from '../api/create-api.ts';
import { listen, type Listening } from '../api/listen.ts';
import type { Config } from '../config/config.ts';
import { createEngine, type Engine } from '../index.ts';
import { isoTime, type Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { version } from '../lib/version.ts';
import { removeEndpoint, writeEndpoint } from '../platform/endpoint-file.ts';
import { systemClock } from '../platform/system-clock.ts';
import { writeWhenPossible } from '../platform/write-when-possible.ts';

export interface ServerOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly clock?: Clock;
  /** Where the program's own files lie; the folder of the sources when left out. */
  readonly programFolder?: string;
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
  const { config, log, clock = systemClock } = options;
  const { assetsDir, samplesDir } = programFiles(options.programFolder);
  const engine = await createEngine({ config, log, clock, samplesDir });
  const { dataDir } = config.paths;
  let listening: Listening | undefined;
  try {
    const { call, subscribe } = engine;
    const api = createApi({ call, subscribe, log, clock, assetsDir });
    listening = await listen(api, { host: config.host, port: config.port, clock });
  } catch (error) {
    await listening?.close();
    await engine.stop();
    throw error;
  }
  const { url, close } = listening;
  const startedAt = isoTime(clock.now());
  const say = (): void => writeEndpoint(dataDir, { url, version, startedAt });
  const endSaying = writeWhenPossible('The file that says where the engine answers', say, {
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
    await close();
    const steps = await engine.stop();
    log.info('Engine has stopped', { stepsKeptRunning: steps });
    return steps;
  };
  return { engine, url, stop: () => (stopped ??= stop()) };
}

function programFiles(folder = join(import.meta.dirname, '..', '..')) {
  const assets = join(folder, 'out', 'renderer');
  const samples = join(folder, 'resources', 'samples');
  return {
    assetsDir: existsSync(join(assets, 'index.html')) ? assets : null,
    samplesDir: existsSync(samples) ? samples : null,
  };
}
