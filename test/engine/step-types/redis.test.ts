import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { campaign } from '../../support/campaign.ts';
import {
  endOf,
  engineOfFile,
  eventually,
  logOf,
  startInline,
  type EndedRun,
  type RunOfEngine,
} from '../../support/engine.ts';
import { freePort, temporaryFolder } from '../../support/home.ts';
import { aLine } from '../../support/line.ts';
import { describeWithReal } from '../../support/real.ts';
import { redisOfFile } from '../../support/redis.ts';
import { block, sqlStep } from './sql-steps.ts';

const TOO_LARGE =
  'the reply is larger than 24 MiB or 100000 values, and the connection was closed: read it in parts, such as by GETRANGE, LRANGE or HSCAN';

describeWithReal('redis', 'a step of type redis', (program) => {
  const engine = engineOfFile();
  const servers = redisOfFile(program);
  let keys = 0;
  let key = '';
  beforeEach(() => {
    key = `key ${(keys += 1)}`;
  });

  const started = (spec: string, params?: string): Promise<RunOfEngine> =>
    startInline(spec, { engine: engine(), ...(params === undefined ? {} : { params }) });
  const ended = async (spec: string, params?: string): Promise<EndedRun> =>
    endOf(await started(spec, params));
  const step = (config: string, ...lines: readonly string[]): string =>
    sqlStep('redis', `config: {${config}}`, ...lines);
  /** With the server as the default of the DAG. */
  const via = (server: string, config: string, ...lines: readonly string[]): string =>
    `redis: {${server}}\n${step(config, ...lines)}`;
  const here = (config: string, ...lines: readonly string[]): string =>
    via(`host: 127.0.0.1, port: ${servers().port}`, config, ...lines);
  const printed = async (spec: string, params?: string): Promise<string> => {
    const run = await ended(spec, params);
    expect(run.node('s')).toMatchObject({ statusLabel: 'succeeded', error: '' });
    return logOf(run, 's');
  };

  describe('that sends a command', () => {
    it.each([
      ['command: PING', 'PONG'],
      ['command: GET, key: none', ''],
      ['command: INCRBY, key: "${K}", value: 9007199254740993', '9007199254740993'],
      ['command: SET, key: "${K}", value: "two words", args: [EX, 60]', 'OK'],
      ['command: HSET, key: "${K}", field: color, value: red', '1'],
      ['command: MSET, args: ["${K}", a, "${K}2", ""]', 'OK'],
      ['command: CONFIG GET, value: port*', '["port","PORT"]'],
      ['command: TIME', expect.stringMatching(/^\["\d+","\d+"\]$/)],
    ])('prints its reply: %s', async (config, reply) => {
      const text = await printed(`params: [{K: "${key}"}]\n${here(config)}`);

      expect(text.replace(String(servers().port), 'PORT')).toEqual(reply);
    });

    it('sends its arguments in the order key, field, keys, value, args, whatever they hold', async () => {
      const evil = 'x\r\nFLUSHALL\r\n"$(id)" ${K} `id`';

      const text = await printed(
        `params: [{EVIL: none}]\n${here('command: ECHO, value: "${EVIL}"')}`,
        JSON.stringify({ EVIL: evil }),
      );
      await printed(
        here(`command: RPUSH, key: "${key}", field: b, keys: [c, d], value: e, args: [f, 7]`),
      );

      expect(text).toBe(evil);
      expect(await servers().ask('LRANGE', key, '0', '-1')).toEqual(['b', 'c', 'd', 'e', 'f', '7']);
    });

    it('prints lists and maps as JSON, which later steps read', async () => {
      await servers().ask('HSET', key, 'b "c"', 'é', 'a', '1', '7', 'x');
      const after = `  - {name: after, command: 'echo "\${MAP.a}"'}\n`;

      const run = await ended(here(`command: HGETALL, key: "${key}"`, 'output: MAP') + after);

      expect(await logOf(run, 's')).toBe('{"b \\"c\\"":"é","a":"1","7":"x"}');
      expect(await logOf(run, 'after')).toBe('1');
      expect(run.node('s').facts).toEqual([{ name: 'host', value: '127.0.0.1' }]);
    });

    it('prints values of any bytes as they are', async () => {
      const megabytes = campaign('DAGWRIGHT_REDIS_MEGABYTES', { short: 2, full: 24 });
      const bytes = randomBytes(megabytes * 512 * 1024 - 64).toString('hex');
      await servers().ask('SET', key, bytes);

      const run = await ended(here(`command: GET, key: "${key}"`));

      expect(readFileSync(run.node('s').stdout, 'utf8') === `${bytes}\n`).toBe(true);
    });
  });

  describe('that sends several', () => {
    it('in a pipeline prints one list of the replies', async () => {
      const commands = `[{command: SET, key: "${key}", value: 1}, {command: INCR, key: "${key}"}, {command: MGET, keys: ["${key}", none]}, {command: GET, key: none}]`;

      expect(await printed(here(`pipeline: ${commands}`))).toBe('["OK",2,["2",null],null]');
    });

    it('in a pipeline sends the arguments of each', async () => {
      const one = `{command: RPUSH, key: "${key}", field: b, keys: [c, d], value: e, args: [f]}`;

      expect(await printed(here(`pipeline: [${one}, ${one}]`))).toBe('[5,10]');
      expect(await servers().ask('LRANGE', key, '5', '-1')).toEqual(['b', 'c', 'd', 'e', 'f']);
    });

    it('in a pipeline of many windows prints the replies in their order, whatever they hold', async () => {
      const texts = ['', 'é', 'a"b\\', '\u0001', '😀'.repeat(50_000)];
      for (const [at, text] of texts.entries()) await servers().ask('SET', `${key} ${at}`, text);
      const wanted = Array.from({ length: 450 }, (_, index) => index % texts.length);
      const commands = wanted.map((at) => `{command: GET, key: "${key} ${at}"}`);

      const run = await ended(here(`pipeline: [${commands.join(', ')}]`));

      const printedText = readFileSync(run.node('s').stdout, 'utf8');
      expect(JSON.parse(printedText)).toEqual(wanted.map((at) => texts[at]));
    });

    it('in a pipeline fails for the first that fails, and has sent them all', async () => {
      const commands = `[{command: SET, key: "${key}", value: a}, {command: INCR, key: "${key}"}, {command: APPEND, key: "${key}", value: b}]`;

      const run = await ended(here(`pipeline: ${commands}`));

      const error = 'command 2 of 3 (INCR): ERR value is not an integer or out of range';
      expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 1, error });
      expect(await logOf(run, 's')).toBe(
        '["OK",{"error":"ERR value is not an integer or out of range"},2]',
      );
    });

    it('in a script reads its keys and arguments', async () => {
      const lua = [
        "redis.call('SET', KEYS[1], ARGV[1])",
        `return {KEYS[2], ARGV[2], '\${WHO} $x', 7, redis.call('GET', KEYS[1])}`,
      ].join('\n');
      const config = `keys: ["${key}", other], value: one, args: [two]`;

      const text = await printed(`params: [{WHO: me}]\n${here(config, block('script', lua))}`);

      expect(text).toBe('["other","two","me $x",7,"one"]');
    });
  });

  describe('that is told where to send it', () => {
    it('takes what it says itself, and else what the DAG says', async () => {
      const { port, user, password, ask } = servers();
      await ask('SET', key, 'of db 0');
      const shared = `url: "redis://${user}:nonsense@127.0.0.1:1/3"`;
      const get = `command: GET, key: "${key}"`;

      const own = `host: localhost, port: ${port}, password: ${password}, db: 0, ${get}`;

      expect(await printed(via(shared, own))).toBe('of db 0');
      const url = `url: "redis://${user}:${password}@127.0.0.1:${port}/1", command: ACL WHOAMI`;
      expect(await printed(via('host: nowhere, db: 5, tls: true', url))).toBe(user);
    });

    it('encrypts where that is asked for', async () => {
      const { tlsPort, certFile } = servers();
      const trust = `env: [{NODE_EXTRA_CA_CERTS: ${certFile}}]`;
      const where = `host: 127.0.0.1, port: ${tlsPort}, tls: true`;

      const refused = await ended(via(where, 'command: PING'));

      expect(refused.node('s').error).toContain('self-signed certificate');
      expect(await printed(via(where, 'command: PING', trust))).toBe('PONG');
      const url = `url: "rediss://127.0.0.1:${tlsPort}", command: PING`;
      expect(await printed(step(url, trust))).toBe('PONG');
    });

    it('finds the master by its sentinels', async () => {
      const { sentinel, user, password, ask } = servers();
      await ask('SET', key, 'of the master');
      const closed = await freePort();
      const addresses = `sentinel_addrs: ["127.0.0.1:${closed}", "127.0.0.1:${sentinel.port}"]`;
      const where = `mode: sentinel, sentinel_master: ${sentinel.master}, ${addresses}, username: ${user}, password: ${password}`;

      expect(await printed(via(where, `command: GET, key: "${key}"`))).toBe('of the master');
      const wrong = await ended(via(where.replace('vault', 'nobody'), 'command: PING'));
      expect(wrong.node('s').error).toMatch(/cannot connect to 127.0.0.1:\d+, .*: .*sentinels/i);
    });

    it('finds the node of a cluster', async () => {
      const addresses = servers().cluster.map((port) => `"127.0.0.1:${port}"`);
      const where = `mode: cluster, cluster_addrs: [${addresses[0]}]`;
      const many = [1, 2, 3, 4, 5, 6].map((n) => `{command: SET, key: "${key}${n}", value: ${n}}`);
      const read = [6, 1].map((n) => `{command: GET, key: "${key}${n}"}`);

      const text = await printed(via(where, `pipeline: [${[...many, ...read].join(', ')}]`));

      expect(text).toBe('["OK","OK","OK","OK","OK","OK","6","1"]');
      const closed = await ended(
        via(`mode: cluster, cluster_addrs: ["127.0.0.1:${await freePort()}"]`, 'command: PING'),
      );
      expect(closed.node('s').error).toContain('cannot connect to 127.0.0.1');
    });
  });

  it('may be told by the step alone', async () => {
    const { sentinel, cluster, port } = servers();
    const one = `mode: sentinel, sentinel_master: vault, sentinel_addrs: "127.0.0.1:${sentinel.port}"`;
    const other = `mode: cluster, cluster_addrs: "127.0.0.1:${cluster[1]}"`;
    const elsewhere = `host: 127.0.0.1, port: ${port}, db: 2`;

    expect(await printed(step(`${one}, command: PING`))).toBe('PONG');
    expect(await printed(via(elsewhere, `${other}, command: CLUSTER KEYSLOT, value: a`))).toBe(
      '15495',
    );
  });

  describe('that goes wrong', () => {
    it('for its password, its address or its database says so, and never the password', async () => {
      const { port, user } = servers();
      const file = join(temporaryFolder('secret'), 'password');
      writeFileSync(file, 'wrong-word-0815');
      const secret = `secrets: [{name: PW, provider: file, key: ${file}}]\n`;
      const at = `host: 127.0.0.1, port: ${port}`;
      const closed = await freePort();
      const failures = [
        [
          `${at}, username: ${user}, password: "\${PW}"`,
          `cannot connect to 127.0.0.1:${port}: WRONGPASS`,
        ],
        [`url: "redis://${user}:\${PW}@127.0.0.1:${port}"`, 'WRONGPASS'],
        [
          `host: 127.0.0.1, port: ${closed}`,
          `cannot connect to 127.0.0.1:${closed}: connect ECONNREFUSED`,
        ],
        ['host: name.invalid', 'cannot connect to name.invalid:6379: getaddrinfo'],
        [`${at}, db: 99`, 'ERR DB index is out of range'],
        ['db: 1', 'no Redis server is named: set `host` or `url`'],
        ['url: nowhere', '`url` must be as in redis://'],
        ['mode: cluster, cluster_addrs: ["a:b:c"]', '"a:b:c" is not an address: write host:port'],
      ] as const;

      for (const [where, error] of failures) {
        const run = await ended(secret + via(where, `command: SET, key: "${key}", value: 1`));

        expect(run.node('s')).toMatchObject({ statusLabel: 'failed' });
        expect(run.node('s').error).toContain(error);
        expect(JSON.stringify(run.run)).not.toContain('wrong-word-0815');
      }
      expect(await servers().ask('EXISTS', key)).toBe(0);
    });

    it.each([
      ['command: INCR, key: a, value: b', "ERR wrong number of arguments for 'incr' command"],
      ['command: NONSENSE', "ERR unknown command 'NONSENSE'"],
    ])('for its command says what the server says: %s', async (config, error) => {
      const run = await ended(here(config));

      expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 1 });
      expect(run.node('s').error).toContain(error);
    });

    const waitsFor = (list: string) => async (): Promise<boolean> =>
      String(await servers().ask('CLIENT', 'LIST')).includes('cmd=blpop') && list !== '';

    it('for its connection is a failure, and nothing is sent again', async () => {
      const line = await aLine(servers().port);
      const run = await started(
        via(`host: 127.0.0.1, port: ${line.port}`, `command: BLPOP, key: "${key}", value: 0`),
      );
      await eventually(waitsFor(key), 'the server has the command');

      line.cut();

      expect((await endOf(run)).node('s')).toMatchObject({
        statusLabel: 'failed',
        exitCode: 1,
        error: expect.stringMatching(/clos|reset/i),
      });
    });

    it('for its connection in the middle of a reply is a failure, and prints none of it', async () => {
      await servers().ask('SET', key, 'x'.repeat(4 * 1024 * 1024));
      const line = await aLine(servers().port);
      line.cutAfter(1024 * 1024);
      const get = `{command: GET, key: "${key}"}`;

      const run = await ended(
        via(`host: 127.0.0.1, port: ${line.port}`, `pipeline: [{command: PING}, ${get}, ${get}]`),
      );

      expect(run.node('s')).toMatchObject({ statusLabel: 'failed', exitCode: 1 });
      expect(run.node('s').error).toMatch(/^command 2 of 3 \(GET\): .*(?:clos|reset)/i);
      expect(await logOf(run, 's')).toMatch(/^\["PONG",\{"error":"[^x]*"\}\]$/);
    });

    const megabytes = "string.rep('x', 1024 * 1024)";
    it.each([
      ['a text', `return string.rep(${megabytes}, 33)`],
      ['a list of texts', `local t = {} for i = 1, 33 do t[i] = ${megabytes} end return t`],
      ['a list of little', 'local t = {} for i = 1, 100001 do t[i] = 7 end return t'],
      ['lists in lists', 'local t = {} for i = 1, 99999 do t[i] = {7} end return t'],
    ])('for a reply that is too large is bounded in its memory: %s', async (_what, lua) => {
      const run = await ended(here('keys: []', block('script', lua)));

      const { statusLabel, error, usage } = run.node('s');
      expect({ statusLabel, error }).toEqual({
        statusLabel: 'failed',
        error: `EVAL: ${TOO_LARGE}`,
      });
      expect(usage?.peakMemoryBytes).toBeLessThan(150 * 1024 * 1024);
      expect(await logOf(run, 's')).toBe('');
    });

    it.each(['standalone', 'cluster'])(
      'for a reply in a pipeline that is too large names the command: %s',
      async (mode) => {
        const { port, cluster } = servers();
        const where =
          mode === 'cluster'
            ? `mode: cluster, cluster_addrs: ["127.0.0.1:${cluster[0]}"]`
            : `host: 127.0.0.1, port: ${port}`;
        const large = `{command: EVAL, value: "return string.rep(${megabytes}, 40)", args: [1, a]}`;
        const get = '{command: GET, key: a}';

        const run = await ended(via(where, `pipeline: [${get}, ${large}, ${get}]`));

        const { error, usage } = run.node('s');
        expect(error).toBe(`command 2 of 3 (EVAL): ${TOO_LARGE}`);
        expect(usage?.peakMemoryBytes).toBeLessThan(150 * 1024 * 1024);
        expect(await logOf(run, 's')).toMatch(/^\[null,\{"error":"the reply is.*\},.*\]$/);
      },
    );

    it.each([
      ['the time limit of the step', 'timeout_sec: 2', { statusLabel: 'failed', exitCode: 124 }],
      ['a stop', '', { statusLabel: 'aborted' }],
    ])(
      'for taking too long is ended by %s, and the server waits no longer',
      async (ending, limit, expected) => {
        const run = await started(here(`command: BLPOP, key: "${key}", value: 0`, limit));

        const { name, dagRunId } = run;
        if (ending === 'a stop') {
          await eventually(waitsFor(key), 'the server has the command');
          await engine().client.call('runs.stop', { name, dagRunId });
        }

        expect((await endOf(run)).node('s')).toMatchObject(expected);
        await eventually(async () => !(await waitsFor(key)()), 'the server has forgotten it');
      },
    );
  });
});
