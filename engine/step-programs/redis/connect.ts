import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { collectGarbage } from './collect-garbage.ts';
import type { RedisServer } from './redis-task.ts';
import { ReplyMeter, ReplyTooLarge } from './reply-meter.ts';

/** A client, and what it said of its connections beside its answers. */
export interface Connected {
  readonly client: Redis | Cluster;
  /** Why a connection failed; null: none did. */
  readonly trouble: () => Error | null;
}

const CONNECT_TIMEOUT_MS = 30_000;

/**
 * Nothing is tried again: whether a command whose answer is lost was carried out, nobody knows. The policy of the step
 * says whether it begins anew.
 */
export async function connected(server: RedisServer): Promise<Connected> {
  const client = server.mode === 'cluster' ? clusterOf(server) : redisOf(server);
  const troubles: Error[] = [];
  const note = (error: Error): void => void troubles.push(error);
  client.on('error', note);
  if (client instanceof Redis) bound(client, note);
  // Nodes that hold nothing are connected to late, and others join.
  else client.on('+node', (node: Redis) => bound(node, note));
  try {
    await client.connect();
    // The library goes on with another database where this one is refused.
    if (server.db > 0) await client.select(server.db);
  } catch (error) {
    throw troubles[0] ?? error;
  }
  if (troubles[0]) throw troubles[0];
  return { client, trouble: () => nextTrouble(troubles) };
}

/** A reply that is too large is that of one command: those after it lose theirs with the connection. */
function nextTrouble(troubles: Error[]): Error | null {
  const [first = null] = troubles;
  if (first instanceof ReplyTooLarge) troubles[0] = new Error('an earlier reply was too large');
  return first;
}

/** Received bytes after which those of earlier replies are let go. */
const COLLECT_BYTES = 8 * 1024 * 1024;

/** Ends a connection whose reply would not fit into memory. */
function bound(client: Redis, note: (error: Error) => void): void {
  client.on('connect', () => {
    const { stream } = client;
    const meter = new ReplyMeter();
    let received = 0;
    stream.prependListener('data', (bytes: Buffer) => {
      try {
        meter.read(bytes);
      } catch (error) {
        note(error as Error);
        stream.destroy();
      }
      received += bytes.length;
      if (received < COLLECT_BYTES) return;
      received = 0;
      collectGarbage();
    });
  });
}

function redisOf(server: RedisServer): Redis {
  const { addresses, mode, master, tls } = server;
  const [first] = addresses;
  if (mode === 'standalone') return new Redis({ ...common(server), ...first });
  return new Redis({
    ...common(server),
    sentinels: addresses.map(({ host, port }) => ({ host, port })),
    name: master,
    sentinelRetryStrategy: () => null,
    ...(tls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
  });
}

function clusterOf(server: RedisServer): Cluster {
  const nodes = server.addresses.map(({ host, port }) => ({ host, port }));
  return new Cluster(nodes, {
    lazyConnect: true,
    clusterRetryStrategy: () => null,
    // It would send again what the lost connection had been given.
    retryDelayOnFailover: 0,
    slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
    redisOptions: common(server),
  });
}

function common({ username, password, tls }: RedisServer) {
  return {
    // Every server speaks this version.
    protocol: 2,
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    connectionName: 'dagwright',
    disableClientInfo: true,
    // It asks for rights that a user may not have.
    enableReadyCheck: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    retryStrategy: () => null,
    stringNumbers: true,
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
    ...(tls ? { tls: {} } : {}),
  } satisfies RedisOptions;
}
