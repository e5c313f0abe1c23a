import type { RedisConnection } from '../../dag/definition.ts';
import type { FieldSet } from '../../dag/fields/field.ts';
import { checkRedisConnection, redisConnectionFields } from '../../dag/fields/redis-field.ts';
import type { StepDraft } from '../../dag/fields/steps-field.ts';
import type { Report } from '../../dag/source/report.ts';
import { isNull, type SourceNode } from '../../dag/source/source-node.ts';
import { settingsOf } from '../settings.ts';
import type { TypedDefinition } from '../step-type.ts';
import { commandFields, pipeline, type RedisCommandConfig } from './command-fields.ts';

/** A command or several, unexpanded, and where they go. */
export interface RedisConfig extends RedisConnection, RedisCommandConfig {
  readonly pipeline: readonly RedisCommandConfig[];
}

const config: FieldSet<RedisConfig> = {
  what: 'config of a `redis` step',
  fields: {
    ...redisConnectionFields.fields,
    ...commandFields.fields,
    pipeline: {
      key: 'pipeline',
      about: 'Commands to send together, each with its own `command`, `key` and so on.',
      type: pipeline,
      fallback: [],
    },
  },
  unavailable: [],
  replaced: {},
};

export const definition: TypedDefinition<RedisConfig> = {
  name: 'redis',
  aliases: [],
  about:
    'Sends commands to a Redis server and prints the replies, each of which has at most 24 MiB and 100,000 values.',
  takes: ['script', 'config'],
  needs: [],
  handles: true,
  readsSystem: false,
  settings: settingsOf(config),
  check: checkRedis,
  readers: ({ script }) => (script === null ? [] : [{ kind: 'engine', keepsUnknown: true }]),
  autoName: 'redis',
  example: `secrets:
  - { name: REDIS_PASSWORD, provider: env, key: REDIS_PASSWORD }
redis:
  host: cache.example.com
  port: 6379
  username: reports
  password: \${REDIS_PASSWORD}
  db: 1
  tls: true
steps:
  - name: put
    type: redis
    config: { command: SET, key: greeting, value: hello, args: [EX, 60] }
  - name: count
    type: redis
    config: { pipeline: [{ command: HINCRBY, key: visits, field: today, value: 1 }, { command: MGET, keys: [greeting, other] }] }
  - name: compare
    type: redis
    config: { keys: [greeting], args: [hello] }
    script: return redis.call('GET', KEYS[1]) == ARGV[1]
  - name: elsewhere
    type: redis
    config:
      mode: sentinel
      sentinel_master: main
      sentinel_addrs: [one.example.com, two.example.com:26380]
      command: PING
  - name: sharded
    type: redis
    config:
      mode: cluster
      cluster_addrs: [three.example.com:7000]
      command: PING
  - name: local
    type: redis
    config: { url: redis://127.0.0.1/0, command: PING }
`,
};

const ofCommands = ['command', 'key', 'field', 'keys', 'value', 'args'];

function checkRedis(step: StepDraft, read: RedisConfig | null, report: Report): void {
  const map = step.values.config ?? { kind: 'map', entries: [], ...step.at };
  const at = (key: string): SourceNode | undefined => {
    const entries = map.kind === 'map' ? map.entries : [];
    return entries.find((entry) => entry.key.text === key && !isNull(entry.value))?.value;
  };
  if (read === null) return;
  checkRedisConnection({ at, map }, read, report);
  const script = step.given.get('script')?.value;
  const list = at('pipeline');
  const command = read.command === null ? undefined : at('command');
  if (script && command) report.error(command, '`command` cannot be combined with `script`');
  if (script && list) report.error(list, '`pipeline` cannot be combined with `script`');
  const field = at('field');
  if (script && field) report.error(field, '`field` cannot be combined with `script`: use `args`');
  if (!script && !command && !list) {
    const rule = 'requires a `command` or a `pipeline` in its `config`, or a `script`';
    report.error(step.at, `a step of \`type: redis\` ${rule}`);
  }
  for (const key of list ? ofCommands : []) {
    const node = at(key);
    if (node) report.error(node, `\`${key}\` belongs into the commands of \`pipeline\``);
  }
}
