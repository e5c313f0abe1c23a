import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, openSync, closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../test/support/home.ts';
import { connect, type Api } from './api.ts';
import type { RunningServer } from './server.ts';

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;

interface Start {
  /** Given the empty home and the port: program, arguments, and what its environment holds besides the usual. */
  readonly command: (
    home: string,
    port: number,
  ) => { readonly line: readonly [string, ...string[]]; readonly env: NodeJS.ProcessEnv };
  readonly fillHome?: ((home: string) => void) | undefined;
  readonly prefix: string;
  readonly key: (name: string) => string;
}

/** Starts a server as a child on a temporary home and a free port. */
export async function startProcess(start: Start): Promise<RunningServer> {
  const { command, prefix, key } = start;
  const home = mkdtempSync(join(tmpdir(), 'dagwright-bench-'));
  start.fillHome?.(home);
  const port = await freePort();
  const { line, env } = command(home, port);
  const [program, ...args] = line;
  const output = join(home, 'server.out');
  const descriptor = openSync(output, 'w');
  const child = spawn(program, args, {
    stdio: ['ignore', descriptor, descriptor],
    // One shell for both, whoever measures.
    env: { ...process.env, SHELL: '/bin/sh', ...env },
  });
  closeSync(descriptor);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const api = connect(`http://127.0.0.1:${port}${prefix}`);

  async function stop(): Promise<void> {
    api.close();
    child.kill('SIGTERM');
    const late = delay(STOP_TIMEOUT_MS, 'late', { ref: false });
    if ((await Promise.race([ended, late])) === 'late') child.kill('SIGKILL');
    await ended;
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }

  try {
    await waitUntilHealthy(api, ended);
  } catch (error) {
    const words = readFileSync(output, 'utf8').slice(-2_000);
    await stop();
    throw new Error(`${program} did not start: ${words}`, { cause: error });
  }
  return { api, pid: child.pid ?? 0, key, scratch: mkdtempSync(join(home, 'scratch-')), stop };
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
    const isOver = await Promise.race([ended.then(() => true), delay(50, false)]);
    if (isOver) throw new Error('The process has ended.');
  }
}
