import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../test/support/home.ts';
import type { ServerHome } from './server.ts';
import { connect, type Api } from './api.ts';
import type { Restart, RunningServer } from './server.ts';

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;
const POLL_MS = 5;

interface Start {
  /** Given the empty home and the port: program, arguments, and what its environment holds besides the usual. */
  readonly command: (
    home: string,
    port: number,
  ) => { readonly line: readonly [string, ...string[]]; readonly env: NodeJS.ProcessEnv };
  readonly fillHome?: ((home: ServerHome) => void) | undefined;
  readonly hasOurStore: boolean;
  readonly prefix: string;
  readonly key: (name: string) => string;
}

// Removed when all is measured: for minutes ext4 looks at every inode that was deleted before it makes a file, and who comes
// next would pay for it.
const homes: string[] = [];
process.once('exit', () => {
  for (const home of homes) rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts a server as a child on a temporary home and a free port. */
export function startProcess(start: Start): Promise<RunningServer> {
  const root = mkdtempSync(join(tmpdir(), 'dagwright-bench-'));
  homes.push(root);
  if (start.fillHome !== undefined) {
    mkdirSync(dagsOf(root));
    start.fillHome(homeAt(root, start));
  }
  return serve(start, root);
}

const dagsOf = (root: string): string => join(root, 'dags');

const homeAt = (root: string, { hasOurStore, key }: Start): ServerHome => ({
  root,
  dagsDir: dagsOf(root),
  hasOurStore,
  key,
});

async function serve(start: Start, home: string, env?: NodeJS.ProcessEnv): Promise<RunningServer> {
  const { command, prefix, key, hasOurStore } = start;
  const port = await freePort();
  const startedAt = performance.now();
  const { child, ended, output } = launch(command(home, port), home, env);
  const api = connect(`http://127.0.0.1:${port}${prefix}`);

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    api.close();
    child.kill(signal);
    const late = delay(STOP_TIMEOUT_MS, 'late', { ref: false });
    if ((await Promise.race([ended, late])) === 'late') child.kill('SIGKILL');
    await ended;
  }
  try {
    await waitUntilHealthy(api, ended);
  } catch (error) {
    const words = readFileSync(output, 'utf8').slice(-2_000);
    await stop();
    throw new Error(`${child.spawnfile} did not start: ${words}`, { cause: error });
  }
  return {
    api,
    hasOurStore,
    pid: child.pid ?? 0,
    startedAt,
    readyMs: performance.now() - startedAt,
    key,
    home,
    scratch: mkdtempSync(join(home, 'scratch-')),
    stop: () => stop(),
    restart: async (change: Restart = {}) => {
      await stop(change.kill ? 'SIGKILL' : 'SIGTERM');
      await change.meanwhile?.(homeAt(home, start));
      return serve(start, home, change.env);
    },
  };
}

function launch(
  { line, env }: ReturnType<Start['command']>,
  home: string,
  besides?: NodeJS.ProcessEnv,
) {
  const [program, ...args] = line;
  const output = join(home, 'server.out');
  const descriptor = openSync(output, 'w');
  const child = spawn(program, args, {
    stdio: ['ignore', descriptor, descriptor],
    // One shell for both, whoever measures.
    env: { ...process.env, SHELL: '/bin/sh', ...env, ...besides },
  });
  closeSync(descriptor);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  return { child, ended, output };
}

async function waitUntilHealthy(api: Api, ended: Promise<void>): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      await api.get('/health');
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    const isOver = await Promise.race([ended.then(() => true), delay(POLL_MS, false)]);
    if (isOver) throw new Error('The process has ended.');
  }
}
