import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunningServer } from '../servers/server.ts';

const LOOK_EACH_MS = 50;
const BETWEEN_MS = 1_000;
const TIMEOUT_MS = 30_000;

const fileOf = ({ home }: RunningServer): string => join(home, 'kept');

/** Starts a server of ours again so that it tells what it keeps in memory. */
export function restartTelling(server: RunningServer): Promise<RunningServer> {
  return server.restart({
    env: {
      NODE_OPTIONS: `--import=${import.meta.resolve('../collector.ts')}`,
      DAGWRIGHT_BENCH_KEPT: fileOf(server),
    },
  });
}

/** MB of its heap, and outside of it, that such a server still refers to. */
export async function keptMb(server: RunningServer): Promise<number> {
  await collect(server);
  // The first collection lets go of what only a turn of the event loop frees outside of the heap.
  await delay(BETWEEN_MS);
  return collect(server);
}

async function collect(server: RunningServer): Promise<number> {
  const file = fileOf(server);
  rmSync(file, { force: true });
  process.kill(server.pid, 'SIGUSR2');
  const deadline = performance.now() + TIMEOUT_MS;
  while (!existsSync(file)) {
    if (performance.now() > deadline) throw new Error('The server does not tell what it keeps.');
    await delay(LOOK_EACH_MS);
  }
  return Number(readFileSync(file, 'utf8')) / 1024 / 1024;
}
