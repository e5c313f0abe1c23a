import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../engine/config/load-config.ts';
import { noGitSync, temporaryFolder } from '../../support/home.ts';

type Options = Parameters<typeof loadConfig>[0];

let home: string;
beforeEach(() => {
  home = temporaryFolder('config');
});

/** Loads with this config.yaml, and nothing of the machine that runs the test. */
function load(yaml: string, { env = {}, flags = {} }: Partial<Options> = {}) {
  writeFileSync(join(home, 'config.yaml'), yaml);
  return loadConfig({ home, env, flags });
}

/** The problems, one a line, with the folder of the file left out. */
function problemsOf(yaml: string, sources: Partial<Options> = {}): string[] {
  try {
    load(yaml, sources);
  } catch (error) {
    expect(error).toMatchObject({ name: 'StartError' });
    const [first, ...others] = String((error as Error).message)
      .replaceAll(`${home}/`, '')
      .split('\n  ');
    return others.length > 0 ? others : [String(first).replace('Invalid setting: ', '')];
  }
  return [];
}

describe('loadConfig', () => {
  it('has a default for every key', () => {
    expect(loadConfig({ home, env: {} })).toEqual({
      paths: {
        configFile: `${home}/config.yaml`,
        dagsDir: `${home}/dags`,
        baseConfig: `${home}/base.yaml`,
        dataDir: `${home}/data`,
        logDir: `${home}/logs`,
      },
      host: '127.0.0.1',
      port: 8080,
      defaultShell: null,
      timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      isMachineZone: true,
      timezoneDoubt: null,
      skipExamples: false,
      logFormat: 'text',
      debug: false,
      cache: 'normal',
      metrics: 'private',
      monitoring: { intervalMs: 5000, retentionMs: 86_400_000 },
      queues: { enabled: true, config: [] },
      basePath: '',
      headless: false,
      accessLog: 'all',
      latestStatusToday: false,
      tls: null,
      allowedHosts: [],
      ownerSocket: true,
      tunnel: null,
      remoteNodes: [],
      gitSync: noGitSync,
      ui: { navbarTitle: null, navbarColor: null },
      auth: {
        mode: 'none',
        basic: null,
        token: { secret: null, store: 'file', ttlMs: 86_400_000 },
        admin: null,
        oidc: null,
      },
      permissions: { writeDags: true, runDags: true, inlineRuns: 'manager' },
      rateLimiting: { enabled: 'auto', loginAttempts: 5, windowMs: 300_000, blockMs: 900_000 },
      audit: { enabled: true, retentionDays: 7 },
    });
  });

  it.each([
    { where: 'the default', file: '', env: {}, flags: {}, port: 8080 },
    { where: 'the file over the default', file: 'port: 1', env: {}, flags: {}, port: 1 },
    {
      where: 'the environment over the file',
      file: 'port: 1',
      env: { SVC_PORT: '2' },
      flags: {},
      port: 2,
    },
    {
      where: 'the flag over the environment',
      file: 'port: 1',
      env: { SVC_PORT: '2' },
      flags: { port: '3' },
      port: 3,
    },
    { where: 'the file over an empty variable', file: 'port: 1', env: { SVC_PORT: '' }, port: 1 },
  ])('takes $where', ({ file, port, ...sources }) => {
    expect(load(file, sources).port).toBe(port);
  });

  it.each([
    { key: 'host', value: 'localhost', field: 'host', is: 'localhost' },
    { key: 'host', value: '[::1]', field: 'host', is: '::1' },
    { key: 'port', value: '0', field: 'port', is: 0 },
    { key: 'default_shell', value: 'bash -eu', field: 'defaultShell', is: ['bash', '-eu'] },
    { key: 'tz', value: 'Europe/Berlin', field: 'timezone', is: 'Europe/Berlin' },
    { key: 'skip_examples', value: 'yes', field: 'skipExamples', is: true },
    { key: 'log_format', value: 'json', field: 'logFormat', is: 'json' },
    { key: 'debug', value: '1', field: 'debug', is: true },
  ])('reads $key alike from the file and the environment', ({ key, value, field, is }) => {
    const variable = `SVC_${key.toUpperCase()}`;

    expect(load(`${key}: '${value}'`)).toHaveProperty(field, is);
    expect(load('', { env: { [variable]: value } })).toHaveProperty(field, is);
  });

  it.each([
    { key: 'cache', variable: 'SVC_CACHE', value: 'high', field: ['cache'], is: 'high' },
    {
      key: 'metrics',
      variable: 'SVC_SERVER_METRICS',
      value: 'public',
      field: ['metrics'],
      is: 'public',
    },
    {
      key: 'monitoring: {interval',
      variable: 'SVC_MONITORING_INTERVAL',
      value: '1s',
      field: ['monitoring', 'intervalMs'],
      is: 1000,
    },
    {
      key: 'monitoring: {retention',
      variable: 'SVC_MONITORING_RETENTION',
      value: '1h 30m',
      field: ['monitoring', 'retentionMs'],
      is: 5_400_000,
    },
  ])('reads $variable alike from the file', ({ key, variable, value, field, is }) => {
    expect(load(`${key}: '${value}'${key.includes('{') ? '}' : ''}`)).toHaveProperty(field, is);
    expect(load('', { env: { [variable]: value } })).toHaveProperty(field, is);
  });

  it('reads a shell given as a list', () => {
    expect(load('default_shell: [/bin/my sh, -e]').defaultShell).toEqual(['/bin/my sh', '-e']);
  });

  it.each([
    { file: 'queues: {enabled: no}', env: {}, is: { enabled: false, config: [] } },
    { file: 'queues: {enabled: no}', env: { SVC_QUEUE_ENABLED: 'true' }, is: { enabled: true } },
    {
      file: 'queues: {config: [{name: etl, max_concurrency: 4}, {name: own}]}',
      env: {},
      is: {
        config: [
          { name: 'etl', maxConcurrency: 4 },
          { name: 'own', maxConcurrency: 1 },
        ],
      },
    },
    {
      file: 'queues: {config: [{name: etl}]}',
      env: { SVC_QUEUE_CONFIG: 'night=2, day' },
      is: {
        config: [
          { name: 'night', maxConcurrency: 2 },
          { name: 'day', maxConcurrency: 1 },
        ],
      },
    },
  ])('reads the queues of $file with $env', ({ file, env, is }) => {
    expect(load(file, { env }).queues).toMatchObject(is);
  });

  it.each([
    { file: 'queues: {config: 3}', says: '1:10: `queues.config` must be a list of queues' },
    { file: 'queues: {config: [etl]}', says: '1:19: `queues.config[0]` must be a list of queues' },
    {
      file: 'queues: {config: [{max_concurrency: 1}]}',
      says: '1:19: `queues.config[0].name` must be the name of a queue, got nothing',
    },
    {
      file: 'queues:\n  config:\n    - name: a\n    - name: b\n      maxConcurrency: 1',
      says: '5:7: unknown key `queues.config[1].maxConcurrency`: did you mean `max_concurrency`?',
    },
    {
      file: 'queues: {config: [{name: a/b}]}',
      says: '1:20: `queues.config[0].name` must have at most 40 letters',
    },
    {
      file: 'queues: {config: [{name: a}, {name: a}]}',
      says: '1:31: `queues.config[1].name` must be unique, got `a`',
    },
    {
      file: 'queues: {config: [{name: a, max_concurrency: 0}]}',
      says: '1:29: `queues.config[0].max_concurrency` must be a whole number of at least 1, got 0',
    },
    {
      file: 'queues: {config: [{name: a, max_concurrency: 1.5}]}',
      says: '1:29: `queues.config[0].max_concurrency` must be a whole number of at least 1, got 1.5',
    },
    { file: 'queues: {enabled: perhaps}', says: '1:10: `queues.enabled` must be true or false' },
    {
      file: 'queues: {conf: []}',
      says: '1:10: unknown key `queues.conf`: did you mean `queues.config`?',
    },
  ])('refuses $file', ({ file, says }) => {
    expect(problemsOf(file)).toEqual([expect.stringContaining(`config.yaml:${says}`)]);
  });

  it('refuses queues of the environment that are not `name=2, other=4`', () => {
    const env = { SVC_QUEUE_CONFIG: 'night=many' };

    expect(problemsOf('', { env }).join()).toContain(
      'SVC_QUEUE_CONFIG: `queues.config[0].max_concurrency` must be',
    );
  });

  it('takes a value that is left out for one that is not set', () => {
    expect(load('port:\npaths:\n  dags_dir:').port).toBe(8080);
  });

  it('looks for folders of the file beside it, and for those of variables where it runs', () => {
    mkdirSync(join(home, 'elsewhere'));

    const { paths } = loadConfig({
      home,
      env: { SVC_LOG_DIR: 'logs-here', SVC_DATA_DIR: '~/state' },
      on: { cwd: '/work', homedir: '/home/ada' },
    });

    expect(load('paths:\n  dags_dir: mine').paths.dagsDir).toBe(`${home}/mine`);
    expect(paths).toMatchObject({ logDir: '/work/logs-here', dataDir: '/home/ada/state' });
  });

  it.each([
    {
      mistake: 'an unknown key',
      file: '# mine\nprot: 80',
      says: 'config.yaml:2:1: unknown key `prot`: did you mean `port`?',
    },
    {
      mistake: 'camel case',
      file: 'logFormat: json',
      says: 'config.yaml:1:1: unknown key `logFormat`: did you mean `log_format`?',
    },
    {
      mistake: 'a key outside its group',
      file: 'dags_dir: x',
      says: 'config.yaml:1:1: unknown key `dags_dir`: did you mean `paths.dags_dir`?',
    },
    {
      mistake: 'an unknown key of a group',
      file: 'paths:\n  dag_dir: x',
      says: 'config.yaml:2:3: unknown key `paths.dag_dir`: did you mean `paths.dags_dir`?',
    },
    {
      mistake: 'a key like no other',
      file: 'favorite_color: blue',
      says: 'config.yaml:1:1: unknown key `favorite_color`',
    },
    {
      mistake: 'a value of the wrong kind',
      file: 'port: eighty',
      says: 'config.yaml:1:1: `port` must be a whole number from 1 to 65535, or 0 for any free port, got `eighty`',
    },
    {
      mistake: 'a number out of range',
      file: 'port: 65536',
      says: 'config.yaml:1:1: `port` must be a whole number from 1 to 65535, or 0 for any free port, got 65536',
    },
    {
      mistake: 'a zone that does not exist',
      file: 'tz: Mars/Olympus',
      says: 'config.yaml:1:1: `tz` must be a time zone such as Europe/Berlin, got `Mars/Olympus`',
    },
    {
      mistake: 'an interval that is too short',
      file: 'monitoring:\n  interval: 999ms',
      says: 'config.yaml:2:3: `monitoring.interval` must be a duration such as 30s or 24h, and at least 1s, got `999ms`',
    },
    {
      mistake: 'a retention that is no duration',
      file: 'monitoring:\n  retention: for ever',
      says: 'config.yaml:2:3: `monitoring.retention` must be a duration such as 30s or 24h, and at least 1m, got `for ever`',
    },
    {
      mistake: 'a size of the cache that does not exist',
      file: 'cache: huge',
      says: 'config.yaml:1:1: `cache` must be low, normal or high, got `huge`',
    },
    {
      mistake: 'a group that holds no keys',
      file: 'paths: here',
      says: 'config.yaml:1:1: `paths` must have keys and values',
    },
    {
      mistake: 'a key of a later version',
      file: 'terminal:\n  enabled: true',
      says: 'config.yaml:2:3: `terminal.enabled` is not available in this version: there is no terminal',
    },
    {
      mistake: 'a key that means nothing here',
      file: 'paths:\n  users_dir: /var/users',
      says: 'config.yaml:2:3: `paths.users_dir` is not supported: the database in `paths.data_dir` stores it',
    },
    {
      mistake: 'a key that is gone',
      file: 'auth: {token: abc}',
      says: 'config.yaml:1:8: `auth.token` was removed: use API keys',
    },
    {
      mistake: 'a key that is there twice',
      file: 'port: 1\nport: 2',
      says: 'config.yaml:2:1: Map keys must be unique',
    },
    {
      mistake: 'a key that is there with a dot and nested',
      file: 'auth.mode: builtin\nauth: {mode: none}',
      says: 'config.yaml:2:8: `auth.mode` is already set at config.yaml:1:1',
    },
    {
      mistake: 'a path that no system has',
      file: 'paths: {log_dir: "a\\0b"}',
      says: 'config.yaml:1:9: `paths.log_dir` must not contain a NUL character, got `a\0b`',
    },
    {
      mistake: 'a tab',
      file: 'queues:\n\tenabled: true',
      says: 'config.yaml:2:1: Tabs are not allowed as indentation',
    },
    {
      mistake: 'a list in the place of a value',
      file: 'port: [1, 2]',
      says: 'config.yaml:1:1: `port` must be a whole number from 1 to 65535, or 0 for any free port, got [1,2]',
    },
    {
      mistake: 'a map in the place of a value',
      file: 'host: {name: a}',
      says: 'config.yaml:1:1: `host` must be a host name or an address, got {"name":"a"}',
    },
    {
      mistake: 'a base path without a slash',
      file: 'base_path: flows',
      says: 'config.yaml:1:1: `base_path` must be a path such as /flows, of letters, digits, `-`, `_`, `.` and `~`, got `flows`',
    },
    {
      mistake: 'a base path that climbs',
      file: 'base_path: /flows/../etc',
      says: 'config.yaml:1:1: `base_path` must be a path such as /flows, of letters, digits, `-`, `_`, `.` and `~`, got `/flows/../etc`',
    },
    {
      mistake: 'text that is no YAML',
      file: 'host: "a',
      says: 'config.yaml:1:9: Missing closing "quote',
    },
    {
      mistake: 'a file that is a list',
      file: '- port',
      says: 'config.yaml:1:1: the file must have keys and values',
    },
  ])('refuses $mistake', ({ file, says }) => {
    expect(problemsOf(file)).toEqual([says]);
  });

  it('names everything that is wrong at once, each with its place', () => {
    const sources = {
      env: { SVC_LOG_FORMAT: 'xml', SVC_WORKER_ID: 'w1' },
      flags: { port: '-1' },
    };

    expect(problemsOf('prot: 80\ndebug: maybe', sources)).toEqual([
      'config.yaml:1:1: unknown key `prot`: did you mean `port`?',
      'SVC_WORKER_ID: `worker` is not available in this version: DAGs run on this machine only',
      'config.yaml:2:1: `debug` must be true or false, got `maybe`',
      'SVC_LOG_FORMAT: `log_format` must be text or json, got `xml`',
      '--port: `port` must be a whole number from 1 to 65535, or 0 for any free port, got `-1`',
    ]);
  });

  it.each([
    'api_base_path: /api/v1',
    'ui: {dags: {sort_field: name, sort_order: asc}}',
    'default_execution_mode: local',
    'defaultExecutionMode: local',
    'terminal: {enabled: false}',
    'coordinator:\n  enabled: false',
    'unix_socket: true',
  ])('accepts a refused key that asks for what happens anyway: %s', (file) => {
    expect(problemsOf(file)).toEqual([]);
  });

  it("leaves the user's own variables with the prefix alone", () => {
    expect(problemsOf('', { env: { SVC_MY_OWN: '1', SVC_PARAMS_JSON: '{}' } })).toEqual([]);
  });
});
