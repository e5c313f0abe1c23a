import { casesElsewhere, titled } from './field-case.ts';

/** They need a server. */
const file = 'test/engine/step-types/redis.test.ts';
const merged = 'takes what it says itself, and else what the DAG says';
const alone = 'may be told by the step alone';
const sentinels = 'finds the master by its sentinels';
const nodes = 'finds the node of a cluster';

/** Cases of the server that a DAG or a step names. */
export const redisOfDag = casesElsewhere(file, 'redis', {
  ...titled(['url', 'host', 'db'], merged),
  ...titled(['port'], 'prints its reply: %s'),
  ...titled(['username', 'password', 'sentinel_master', 'sentinel_addrs'], sentinels),
  ...titled(['tls'], 'encrypts where that is asked for'),
  ...titled(['mode', 'cluster_addrs'], nodes),
});

export const redisOfStep = casesElsewhere(file, 'config', {
  ...titled(['url', 'host', 'port', 'username', 'password', 'db'], merged),
  ...titled(['tls'], merged),
  ...titled(['mode', 'sentinel_master', 'sentinel_addrs', 'cluster_addrs'], alone),
  ...titled(
    ['key', 'field', 'keys', 'value', 'args'],
    'sends its arguments in the order key, field, keys, value, args',
  ),
  ...titled(
    ['key', 'field', 'keys', 'value', 'args'].map((key) => `pipeline.${key}`),
    'in a pipeline sends the arguments of each',
  ),
  ...titled(['pipeline.command'], 'in a pipeline prints one list of the replies'),
});
