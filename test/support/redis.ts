import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { askRedis, killed, startRedis } from '../../scripts/samples/redis-server.ts';
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

type Stop = () => Promise<void>;

export function redisOfFile(program: string): () => RedisServers {
  let servers: RedisServers | undefined;
  const stops: Stop[] = [];
  beforeAll(async () => {
    servers = await startServers(program, stops);
  });
  afterAll(() => Promise.all(stops.map((stop) => stop())));
  return () => {
    if (servers === undefined) throw new Error('The servers start before the first test.');
    return servers;
  };
}

async function startServers(program: string, stops: Stop[]): Promise<RedisServers> {
  const folder = temporaryFolder('redis');
  const start = async (...settings: readonly string[]): Promise<number> => {
    const server = await startRedis(program, folder, settings);
    stops.push(server.stop);
    return server.port;
  };
  const { certFile, keyFile } = aCertificate(folder);
  const tlsPort = await freePort();
  const files = ['--tls-cert-file', certFile, '--tls-key-file', keyFile, '--tls-ca-cert-file'];
  const secure = ['--tls-port', String(tlsPort), ...files, certFile, '--tls-auth-clients', 'no'];
  const port = await start(...secure);
  const [user, password] = ['teller', 'word-4711-redis'];
  await askRedis(port, ['ACL', 'SETUSER', user, 'on', `>${password}`, '~*', '&*', '+@all']);
  const sentinel = await startSentinel(program, { folder, to: port, stops });
  const node = (): Promise<number> => start('--cluster-enabled', 'yes');
  const cluster = [await node(), await node(), await node()];
  await joinCluster(join(dirname(program), 'redis-cli'), cluster);
  return {
    ...{ port, tlsPort, certFile, user, password, cluster },
    ask: (...command) => askRedis(port, command),
    sentinel: { port: sentinel, master: 'vault' },
  };
}

async function startSentinel(
  program: string,
  { folder, to, stops }: { readonly folder: string; readonly to: number; readonly stops: Stop[] },
): Promise<number> {
  const port = await freePort();
  const file = join(folder, 'sentinel.conf');
  const lines = [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`];
  writeFileSync(file, [...lines, `sentinel monitor vault 127.0.0.1 ${to} 1`, ''].join('\n'));
  const child = spawn(program, [file, '--sentinel'], { stdio: 'ignore' });
  stops.push(() => killed(child));
  const knows = () => askRedis(port, ['SENTINEL', 'MASTER', 'vault']).then(Boolean, () => false);
  await eventually(knows, 'the sentinel answers');
  return port;
}

async function joinCluster(cli: string, ports: readonly number[]): Promise<void> {
  const nodes = ports.map((port) => `127.0.0.1:${port}`);
  execFileSync(cli, ['--cluster', 'create', ...nodes, '--cluster-yes'], { stdio: 'ignore' });
  for (const port of ports) {
    const isUp = async (): Promise<boolean> =>
      String(await askRedis(port, ['CLUSTER', 'INFO'])).includes('cluster_state:ok');
    await eventually(isUp, 'the cluster is complete');
  }
}
