import type { RedisConnection } from '../definition.ts';
import type { SourceNode } from '../source/source-node.ts';
import type { FieldContext, FieldSet, ValueType } from './field.ts';
import { mapValue } from './map-field.ts';
import { port } from './port-field.ts';
import { boolean, integer, oneOf, optionalText, text, texts } from './scalar-types.ts';

/** The servers of a list; references are filled in when a step needs them. */
const addresses: ValueType<readonly string[]> = {
  read: (node, context) => texts.read(node, context)?.map((one) => one.text),
  schema: texts.schema,
};

/** Where a Redis server is: a default of the DAG, or of a step itself. */
export const redisConnectionFields: FieldSet<RedisConnection> = {
  what: 'redis',
  fields: {
    url: {
      key: 'url',
      about: 'Address as `redis://user:password@host:6379/0`, or `rediss://…` for TLS.',
      type: optionalText,
      fallback: null,
    },
    host: { key: 'host', about: 'Host of the server.', type: optionalText, fallback: null },
    port: {
      key: 'port',
      about: 'Port of the server (default: 6379).',
      type: port,
      fallback: null,
    },
    password: {
      key: 'password',
      about: 'Password. Keep it in a secret.',
      type: text,
      fallback: null,
    },
    username: { key: 'username', about: 'User of the password.', type: text, fallback: null },
    db: {
      key: 'db',
      about: 'Number of the database (default: 0).',
      type: integer({ min: 0 }),
      fallback: null,
    },
    tls: {
      key: 'tls',
      about: 'Encrypt the connection. `NODE_EXTRA_CA_CERTS` in `env` names certificates to trust.',
      type: boolean,
      fallback: null,
    },
    mode: {
      key: 'mode',
      about: 'One server, one that sentinels name, or a cluster.',
      type: oneOf(['standalone', 'sentinel', 'cluster']),
      fallback: null,
    },
    sentinelMaster: {
      key: 'sentinel_master',
      about: 'What the sentinels call their master.',
      type: optionalText,
      fallback: null,
    },
    sentinelAddrs: {
      key: 'sentinel_addrs',
      about: 'Sentinels as `host:port` (default port: 26379).',
      type: addresses,
      fallback: [],
    },
    clusterAddrs: {
      key: 'cluster_addrs',
      about: 'Some nodes of the cluster as `host:port`.',
      type: addresses,
      fallback: [],
    },
  },
  unavailable: [],
  replaced: {},
};

/** The default of the `redis` steps of a DAG. */
export const redisConnection: ValueType<RedisConnection> = mapValue({
  set: redisConnectionFields,
  build: ({ values, given }, map, context) => {
    const at = (key: string): SourceNode | undefined => given.get(key)?.value;
    return checkRedisConnection({ at, map }, values, context.report) ? values : undefined;
  },
});

interface Written {
  /** The value of a key, where it has one. */
  readonly at: (key: string) => SourceNode | undefined;
  /** What holds them all. */
  readonly map: SourceNode;
}

/** Reports what does not go together; answers whether all does. */
export function checkRedisConnection(
  { at, map }: Written,
  { mode }: RedisConnection,
  report: FieldContext['report'],
): boolean {
  const place = mode ?? 'standalone';
  const missing = mode === null ? [] : needed[mode].filter((key) => !at(key));
  for (const key of missing) {
    report.error(at('mode') ?? map, `\`mode: ${place}\` requires \`${key}\``);
  }
  const foreign = Object.entries(foreignKeys[place]).flatMap(([key, rule]) => {
    const node = at(key);
    return node ? [{ node, text: `\`${key}\` ${rule}` }] : [];
  });
  const twice = ['host', 'port'].flatMap((key) => {
    const node = at('url') && at(key);
    return node ? [{ node, text: `\`${key}\` cannot be combined with \`url\`` }] : [];
  });
  for (const { node, text: rule } of [...foreign, ...twice]) report.error(node, rule);
  return missing.length + foreign.length + twice.length === 0;
}

const needed = {
  standalone: [],
  sentinel: ['sentinel_master', 'sentinel_addrs'],
  cluster: ['cluster_addrs'],
} as const;

const ofSentinels = 'requires `mode: sentinel`';
const ofClusters = 'requires `mode: cluster`';
const ofOne = 'names one server: use the addresses of the mode';
const foreignKeys: Readonly<
  Record<NonNullable<RedisConnection['mode']>, Readonly<Record<string, string>>>
> = {
  standalone: {
    sentinel_master: ofSentinels,
    sentinel_addrs: ofSentinels,
    cluster_addrs: ofClusters,
  },
  sentinel: { cluster_addrs: ofClusters, url: ofOne, host: ofOne, port: ofOne },
  cluster: {
    sentinel_master: ofSentinels,
    sentinel_addrs: ofSentinels,
    url: ofOne,
    host: ofOne,
    port: ofOne,
    db: 'does not exist in a cluster, which has one database',
  },
};
