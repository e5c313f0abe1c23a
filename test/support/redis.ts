import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll } from 'vitest';
import { aCertificate } from './certificate.ts';
import { eventually } from './eventually.ts';
import { freePort, temporaryFolder } from './home.ts';

/** Real servers on loopback for all tests of a file. */
export interface RedisServers {
  /** One that anybody may use, and that knows a user with a password. */
  readonly port: number;
  readonly tlsPort: number;
  /** What signed its certificate: that itself. */
  readonly certFile: string;
  readonly user: string;
  readonly password: string;
  /** Asked by the test itself. */
  readonly ask: (...command: readonly [string, ...string[]]) => Promise<unknown>;
  /** A sentinel, and what it calls its master. */
  readonly sentinel: { readonly port: number; readonly master: string };
  /** Three masters. */
  readonly cluster: readonly number[];
}

export function redisOfFile(program: string): () => RedisServers {
  let servers: RedisServers | undefined;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    servers = await startServers(program, children);
  });
  afterAll(() => Promise.all(children.map(stopped)));
  return () => {
    if (servers === undefined) throw new Error('The servers start before the first test.');
    return servers;
  };
}

async function startServers(program: string, children: ChildProcess[]): Promise<RedisServers> {
  const folder = temporaryFolder('redis');
  const start = async (...settings: readonly string[]): Promise<number> => {
    const port = await busPort();
    const own = join(folder, String(port));
    mkdirSync(own);
    const usual = ['--port', String(port), '--bind', '127.0.0.1', '--dir', own, '--save', ''];
    children.push(spawn(program, [...usual, ...settings], { stdio: 'ignore' }));
    await eventually(() => asked(port, ['PING']).then(Boolean, () => false), 'Redis answers');
    return port;
  };
  const { certFile, keyFile } = aCertificate(folder);
  const tlsPort = await freePort();
  const files = ['--tls-cert-file', certFile, '--tls-key-file', keyFile, '--tls-ca-cert-file'];
  const secure = ['--tls-port', String(tlsPort), ...files, certFile, '--tls-auth-clients', 'no'];
  const port = await start(...secure);
  const [user, password] = ['teller', 'word-4711-redis'];
  await asked(port, ['ACL', 'SETUSER', user, 'on', `>${password}`, '~*', '&*', '+@all']);
  const sentinel = await startSentinel(program, { folder, to: port, children });
  const node = (): Promise<number> => start('--cluster-enabled', 'yes');
  const cluster = [await node(), await node(), await node()];
  await joinCluster(join(dirname(program), 'redis-cli'), cluster);
  return {
    ...{ port, tlsPort, certFile, user, password, cluster },
    ask: (...command) => asked(port, command),
    sentinel: { port: sentinel, master: 'vault' },
  };
}

/** Nodes of a cluster talk to each other 10000 ports above. */
async function busPort(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (port < 55_000) return port;
  }
}

async function startSentinel(
  program: string,
  {
    folder,
    to,
    children,
  }: { readonly folder: string; readonly to: number; readonly children: ChildProcess[] },
): Promise<number> {
  const port = await freePort();
  const file = join(folder, 'sentinel.conf');
  const lines = [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`];
  writeFileSync(file, [...lines, `sentinel monitor vault 127.0.0.1 ${to} 1`, ''].join('\n'));
  children.push(spawn(program, [file, '--sentinel'], { stdio: 'ignore' }));
  const knows = () => asked(port, ['SENTINEL', 'MASTER', 'vault']).then(Boolean, () => false);
  await eventually(knows, 'the sentinel answers');
  return port;
}

async function joinCluster(cli: string, ports: readonly number[]): Promise<void> {
  const nodes = ports.map((port) => `127.0.0.1:${port}`);
  execFileSync(cli, ['--cluster', 'create', ...nodes, '--cluster-yes'], { stdio: 'ignore' });
  for (const port of ports) {
    const isUp = async (): Promise<boolean> =>
      String(await asked(port, ['CLUSTER', 'INFO'])).includes('cluster_state:ok');
    await eventually(isUp, 'the cluster is complete');
  }
}

async function asked(
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

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
