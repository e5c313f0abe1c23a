import { setTimeout as delay } from 'node:timers/promises';
import { residentMb } from '../process-cost.ts';
import type { Restart } from '../servers/server.ts';

const COLLECT_MS = 1_000;

/** Starts a server of ours so that it can be told to collect. */
export const collecting: Restart = {
  env: { NODE_OPTIONS: `--import=${import.meta.resolve('../collector.ts')}` },
};

/** What a server that collects has left in memory, in MB. */
export async function keptMb(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR2');
  await delay(COLLECT_MS);
  return residentMb(pid);
}
