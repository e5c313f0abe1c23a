import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';
import type { Config } from '../../engine/config/config.ts';
import type { FromEngine } from '../../main/engine-host/messages.ts';
import { fromRoot } from '../../scripts/build/root.js';
import { builtCommand, builtOutput } from './built-output.ts';
import { watchAnswers } from './contract/watch-answers.ts';
import { endProcessesOf } from './engine.ts';

/** The built programs that serve REST: `dagwright server`, and the engine's process of the app, as main forks it. */
export const builtPrograms = ['server', 'desktop'] as const;
export type BuiltProgram = (typeof builtPrograms)[number];

/** An engine as its users run it, in a process of its own. */
export interface ServedEngine {
  readonly pid: number;
  /** Where its REST interface begins, without a slash at the end. */
  readonly url: string;
  /** Milliseconds from the start of the process to its first healthy answer. */
  readonly readyMs: number;
  /** Resolves with the exit code when it has ended, however that was. */
  readonly exited: Promise<number | null>;
  /** SIGKILL. Resolves when the process is gone. */
  readonly kill: () => Promise<void>;
  /** Asks it to end as its users do. Resolves with the exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Variables beside those that each has. */
type Environment = Readonly<Record<string, string>>;

/** Serves a home on a free port. The process and its steps do not outlive the test. */
export async function serveEngine(
  config: Config,
  env: Environment = {},
  program: BuiltProgram = 'server',
): Promise<ServedEngine> {
  const begun = performance.now();
  const { child, exited } = launch(config, env, program);
  const isOfApp = program === 'desktop';
  const address = isOfApp ? toldAddress(child) : printedAddress(child.stdout);
  const ended = exited.then(() => Promise.reject(new Error('It ended before it was ready.')));
  const url = `${await Promise.race([address, ended])}/api/v1`;
  watchAnswers(url);
  const { status } = await fetch(`${url}/health`);
  if (status !== 200) throw new Error(`The engine is ready, but its health is ${status}.`);
  return {
    pid: child.pid ?? 0,
    url,
    readyMs: performance.now() - begun,
    exited: exited.then(([code]) => code),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    stop: async () => {
      if (isOfApp) child.send({ kind: 'stop' });
      else child.kill('SIGTERM');
      return (await exited)[0];
    },
  };
}

/** Starts to serve a home and kills the process after a while, in whatever it is doing then. */
export async function killedService(config: Config, afterMs: number): Promise<void> {
  const { child, exited } = launch(config);
  await delay(afterMs);
  child.kill('SIGKILL');
  await exited;
}

function launch(config: Config, env: Environment = {}, program: BuiltProgram = 'server') {
  const home = dirname(config.paths.configFile);
  const log = openSync(join(home, 'engine.log'), 'a');
  const child = start(program, home, {
    stdio: ['ignore', 'pipe', log, 'ipc'],
    serialization: 'advanced',
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

function start(program: BuiltProgram, home: string, options: SpawnOptions): ChildProcess {
  const command = [builtCommand(), 'server', '--port', '0'];
  if (program === 'server') {
    return spawn(process.execPath, command, { ...options, stdio: withoutPort(options) });
  }
  const args = [`--program-folder=${fromRoot('.')}`, `--home=${home}`, '--port=0'];
  const entry = builtOutput('out/main/engine-host/entry.js');
  return spawn(process.execPath, ['--import', portScript, entry, ...args], options);
}

/** Gives a process the port to main that Electron gives it. */
const portScript = import.meta.resolve('./electron/utility-port.ts');

function withoutPort({ stdio }: SpawnOptions): NonNullable<SpawnOptions['stdio']> {
  return Array.isArray(stdio) ? stdio.slice(0, 3) : 'ignore';
}

/** What it says when it is ready; nothing has to be asked again and again. */
function printedAddress(output: Readable | null): Promise<string> {
  if (output === null) throw new Error('Nobody can hear what the engine says.');
  const { promise, resolve } = Promise.withResolvers<string>();
  createInterface(output).on('line', (line) => {
    const found = /ready at (http:\S+?)\/?$/.exec(stripVTControlCharacters(line));
    if (found?.[1] !== undefined) resolve(found[1]);
  });
  return promise;
}

/** What it tells the app. */
function toldAddress(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.on('message', (message: FromEngine) => {
    if (message.kind === 'ready') resolve(message.url);
    if (message.kind === 'refused') reject(new Error(message.reason));
  });
  return promise;
}
