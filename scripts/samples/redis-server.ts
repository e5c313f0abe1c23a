import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { eventually } from '../../test/support/eventually.ts';
import { freePort } from '../../test/support/home.ts';

/** A real server on loopback. */
export interface RedisServer {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

const TRIES = 5;

/** Starts one with its files in a folder of its own below `folder`; `settings` are those of its command line. */
export async function startRedis(
  program: string,
  folder: string,
  settings: readonly string[] = [],
): Promise<RedisServer> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const server = await startAt(await busPort(), { program, folder, settings });
    if (server !== null) return server;
  }
  throw new Error(`${program} ${settings.join(' ')} ends at once.`);
}

interface Start {
  readonly program: string;
  readonly folder: string;
  readonly settings: readonly string[];
}

/** Null: it has ended, as somebody else has taken its port meanwhile, or that of its bus. */
async function startAt(
  port: number,
  { program, folder, settings }: Start,
): Promise<RedisServer | null> {
  const own = join(folder, String(port));
  mkdirSync(own, { recursive: true });
  const usual = ['--port', String(port), '--bind', '127.0.0.1', '--dir', own, '--save', ''];
  const child = spawn(program, [...usual, ...settings], { stdio: 'ignore' });
  const answers = () => askRedis(port, ['PING']).then(Boolean, () => false);
  await eventually(async () => child.exitCode !== null || (await answers()), 'Redis answers');
  return child.exitCode === null ? { port, stop: () => killed(child) } : null;
}

/** Nodes of a cluster talk to each other 10000 ports above. */
async function busPort(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (port < 55_000) return port;
  }
}

/** One question on a connection of its own. */
export async function askRedis(
  port: number,
  [name, ...args]: readonly [string, ...string[]],
): Promise<unknown> {
  const client = new Redis({ port, lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.call(name, ...args);
  } finally {
    client.disconnect();
  }
}

/** Ends a server at once, whoever is connected. */
export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
