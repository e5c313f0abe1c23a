import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';
import type { Config } from '../../engine/config/config.ts';
import { builtCommand } from './built-output.ts';
import { watchAnswers } from './contract/watch-answers.ts';
import { endProcessesOf } from './engine.ts';

/** An engine as its users run it: `dagwright server`, in a process of its own. */
export interface ServedEngine {
  readonly pid: number;
  /** Where its REST interface begins, without a slash at the end. */
  readonly url: string;
  /** Milliseconds from the start of the process to its first healthy answer. */
  readonly readyMs: number;
  /** SIGKILL. Resolves when the process is gone. */
  readonly kill: () => Promise<void>;
  /** SIGTERM. Resolves with the exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Serves a home on a free port. The process and its steps do not outlive the test. */
export async function serveEngine(
  config: Config,
  env: Readonly<Record<string, string>> = {},
): Promise<ServedEngine> {
  const begun = performance.now();
  const { child, exited } = launch(config, env);
  const url = `${await addressOf(child.stdout, exited)}/api/v1`;
  watchAnswers(url);
  const { status } = await fetch(`${url}/health`);
  if (status !== 200) throw new Error(`The engine is ready, but its health is ${status}.`);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return (await exited)[0];
  };
  return {
    pid: child.pid ?? 0,
    url,
    readyMs: performance.now() - begun,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

/** Starts to serve a home and kills the process after a while, in whatever it is doing then. */
export async function killedService(config: Config, afterMs: number): Promise<void> {
  const { child, exited } = launch(config);
  await delay(afterMs);
  child.kill('SIGKILL');
  await exited;
}

function launch(config: Config, env: Readonly<Record<string, string>> = {}) {
  const home = dirname(config.paths.configFile);
  const log = openSync(join(home, 'engine.log'), 'a');
  const child = spawn(process.execPath, [builtCommand(), 'server', '--port', '0'], {
    stdio: ['ignore', 'pipe', log],
    env: {
      ...process.env,
      SVC_HOME: home,
      SVC_SKIP_EXAMPLES: 'true',
      SVC_LOG_FORMAT: 'text',
      SHELL: '/bin/sh',
      ...env,
    },
  });
  closeSync(log);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
    endProcessesOf(config);
  });
  return { child, exited };
}

/** What it says when it is ready; nothing has to be asked again and again. */
async function addressOf(output: Readable | null, exited: Promise<unknown>): Promise<string> {
  if (output === null) throw new Error('Nobody can hear what the engine says.');
  const { promise, resolve } = Promise.withResolvers<string>();
  createInterface(output).on('line', (line) => {
    const found = /ready at (http:\S+?)\/?$/.exec(stripVTControlCharacters(line));
    if (found?.[1] !== undefined) resolve(found[1]);
  });
  const ended = exited.then(() => Promise.reject(new Error('It ended before it was ready.')));
  return Promise.race([promise, ended]);
}
