import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Probed } from '../../../test/engine/api/hostile/probe.ts';
import type { RunningServer } from '../servers/server.ts';

const LOOK_EACH_MS = 50;
const TIMEOUT_MS = 30_000;

const fileOf = (home: string): string => join(home, 'probed');

/** What has a server of ours tell how long its event loop is held up. */
export const tellingHeldLoop = ({ home }: RunningServer): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import=${import.meta.resolve('../../../test/engine/api/hostile/probe.ts')}`,
  DAGWRIGHT_PROBE: fileOf(home),
});

/** Milliseconds since the last time, 99 of 100, without those in which others had the processor. */
export async function heldLoopMs(server: RunningServer): Promise<number> {
  return (await probed(server)).p99Ms;
}

/** The same of the longest turn of all. */
export async function longestTurnMs(server: RunningServer): Promise<number> {
  return (await probed(server)).maxMs;
}

async function probed({ pid, home }: RunningServer): Promise<Probed> {
  const file = fileOf(home);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  const deadline = performance.now() + TIMEOUT_MS;
  while (!existsSync(file)) {
    if (performance.now() > deadline) throw new Error('The server does not tell of its loop.');
    await delay(LOOK_EACH_MS);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Probed;
}
