import type { RedisConnection } from '../../dag/definition.ts';
import type { RedisCommand, RedisWork } from '../../step-programs/redis/redis-task.ts';
import type { TypedContext } from '../step-type.ts';
import type { ProgramWork } from '../work.ts';
import type { RedisCommandConfig } from './command-fields.ts';
import type { RedisConfig } from './definition.ts';
import { redisServer } from './server.ts';

type Context = TypedContext<RedisConfig>;
type Expand = Context['expand'];

/** The commands of a step, with all values filled in. */
export async function work(context: Context): Promise<ProgramWork> {
  const { dag, config, expand } = context;
  const shared = dag.redis === null ? null : await filledConnection(dag.redis, expand);
  const server = redisServer(await filledConnection(config, expand), shared);
  return {
    kind: 'program',
    task: { program: 'redis', input: { server, work: await workOf(context) } },
  };
}

async function workOf({ step, config, expand, expandBraced }: Context): Promise<RedisWork> {
  if (step.script !== null) {
    return {
      kind: 'command',
      command: await scriptCommand(await expandBraced(step.script), config, expand),
    };
  }
  if (config.pipeline.length === 0)
    return { kind: 'command', command: await commandOf(config, expand) };
  const commands = await Promise.all(config.pipeline.map((one) => commandOf(one, expand)));
  return { kind: 'pipeline', commands };
}

/** A name of several words (`CONFIG GET`) is taken apart first, so that no value adds a word to it. */
async function commandOf(config: RedisCommandConfig, expand: Expand): Promise<RedisCommand> {
  const { command, key, field, keys, value, args } = config;
  const [name = '', ...words] = (command ?? '').trim().split(/\s+/);
  const given = [key, field, ...keys, value, ...args].filter((one) => one !== null);
  const filled = await Promise.all([...words, ...given].map((one) => expand(one)));
  return [await expand(name), ...filled];
}

/** A script reads the keys as `KEYS`, everything else as `ARGV`. */
async function scriptCommand(
  script: string,
  { key, keys, value, args }: RedisCommandConfig,
  expand: Expand,
): Promise<RedisCommand> {
  const all = [key, ...keys].filter((one) => one !== null);
  const rest = [value, ...args].filter((one) => one !== null);
  const filled = await Promise.all([...all, ...rest].map((one) => expand(one)));
  return ['EVAL', script, String(all.length), ...filled];
}

async function filledConnection(
  connection: RedisConnection,
  expand: Expand,
): Promise<RedisConnection> {
  const filled = async (text: string | null): Promise<string | null> =>
    text === null ? null : expand(text);
  const { url, host, password, username, sentinelMaster, sentinelAddrs, clusterAddrs } = connection;
  return {
    ...connection,
    url: await filled(url),
    host: await filled(host),
    password: await filled(password),
    username: await filled(username),
    sentinelMaster: await filled(sentinelMaster),
    sentinelAddrs: await Promise.all(sentinelAddrs.map((one) => expand(one))),
    clusterAddrs: await Promise.all(clusterAddrs.map((one) => expand(one))),
  };
}
