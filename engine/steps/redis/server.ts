import type { RedisConnection } from '../../dag/definition.ts';
import type { RedisAddress, RedisServer } from '../../step-programs/redis/redis-task.ts';

/** What a level says, its address taken apart. */
type Said = Partial<Omit<RedisServer, 'addresses' | 'master'>> & {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
};

/**
 * The server of a step: what the step says wins over what the DAG says, key by key. An address says no more than its parts
 * would, and the keys beside it win over them.
 *
 * @throws Error in words for a person.
 */
export function redisServer(own: RedisConnection, shared: RedisConnection | null): RedisServer {
  const said = { ...(shared === null ? {} : saidBy(shared)), ...saidBy(own) };
  // A mode brings its addresses with it.
  const place = own.mode === null && shared !== null && !saysWhere(own) ? shared : own;
  const mode = place.mode ?? 'standalone';
  return {
    mode,
    addresses: addressesOf(mode, place, said),
    master: mode === 'sentinel' ? (place.sentinelMaster ?? '') : '',
    username: said.username ?? '',
    password: said.password ?? '',
    // A cluster has one database.
    db: mode === 'cluster' ? 0 : (said.db ?? 0),
    tls: said.tls ?? false,
  };
}

function saysWhere({ url, host }: RedisConnection): boolean {
  return url !== null || host !== null;
}

function saidBy({ url, host, port, username, password, db, tls }: RedisConnection): Said {
  const given = { host, port, username, password, db, tls };
  const values = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null),
  ) as Said;
  return { ...(url === null ? {} : partsOf(url)), ...values };
}

function partsOf(url: string): Said {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !['redis:', 'rediss:'].includes(parsed.protocol)) {
    throw new Error('`url` must be as in redis://user:password@host:6379/0, or rediss:// for TLS');
  }
  const { hostname, port, username, password, pathname, protocol } = parsed;
  const db = /^\/(\d+)$/.exec(pathname)?.[1];
  if (db === undefined && pathname.length > 1) {
    throw new Error('`url` must end with the number of a database, or with its host and port');
  }
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? DEFAULT_PORT : Number(port),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(db === undefined ? {} : { db: Number(db) }),
    tls: protocol === 'rediss:',
  };
}

const DEFAULT_PORT = 6379;
const SENTINEL_PORT = 26_379;

function addressesOf(
  mode: RedisServer['mode'],
  { sentinelAddrs, clusterAddrs }: RedisConnection,
  { host, port = DEFAULT_PORT }: Said,
): readonly RedisAddress[] {
  if (mode === 'sentinel') return sentinelAddrs.map((text) => addressOf(text, SENTINEL_PORT));
  if (mode === 'cluster') return clusterAddrs.map((text) => addressOf(text, DEFAULT_PORT));
  if (host === undefined || host === '') {
    throw new Error(
      'no Redis server is named: set `host` or `url` in `config`, or `redis` of the DAG',
    );
  }
  return [{ host, port }];
}

/** `host`, `host:port`, or with an IPv6 address in brackets. */
function addressOf(text: string, usualPort: number): RedisAddress {
  const [, bracketed, plain, port] =
    /^(?:\[([^\]]+)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/.exec(text.trim()) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined)
    throw new Error(`${JSON.stringify(text)} is not an address: write host:port`);
  return { host, port: port === undefined ? usualPort : Number(port) };
}
