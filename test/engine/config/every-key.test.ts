import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { configKeyNames, configKeys, type ConfigKey } from '../../../engine/config/config-keys.ts';
import { loadConfig } from '../../../engine/config/load-config.ts';
import { temporaryFolder } from '../../support/home.ts';

const secret = 'a-secret-of-more-than-32-characters';

/** For each key a value that is not its default, as text, what must be set beside it, and what comes of it where. */
const cases: Record<
  ConfigKey,
  readonly [text: string, field: string, value: unknown, beside?: object]
> = {
  default_shell: ['bash -e', 'defaultShell', ['bash', '-e']],
  tz: ['Asia/Tokyo', 'timezone', 'Asia/Tokyo'],
  skip_examples: ['true', 'skipExamples', true],
  latest_status_today: ['yes', 'latestStatusToday', true],
  log_format: ['json', 'logFormat', 'json'],
  debug: ['on', 'debug', true],
  'queues.enabled': ['off', 'queues.enabled', false],
  'queues.config': ['night=2', 'queues.config', [{ name: 'night', maxConcurrency: 2 }]],
  cache: ['low', 'cache', 'low'],
  'monitoring.interval': ['30s', 'monitoring.intervalMs', 30_000],
  'monitoring.retention': ['2h', 'monitoring.retentionMs', 7_200_000],
  'paths.dags_dir': ['/x/dags', 'paths.dagsDir', '/x/dags'],
  'paths.base_config': ['/x/base.yaml', 'paths.baseConfig', '/x/base.yaml'],
  'paths.log_dir': ['/x/logs', 'paths.logDir', '/x/logs'],
  'paths.data_dir': ['/x/data', 'paths.dataDir', '/x/data'],
  host: ['::1', 'host', '::1'],
  port: ['81', 'port', 81],
  base_path: ['/a/flows/', 'basePath', '/a/flows'],
  headless: ['true', 'headless', true],
  access_log_mode: ['non-public', 'accessLog', 'non-public'],
  metrics: ['public', 'metrics', 'public'],
  allowed_hosts: ['a.example, b.example', 'allowedHosts', ['a.example', 'b.example']],
  owner_socket: ['false', 'ownerSocket', false],
  'tls.cert_file': [
    '/x/cert.pem',
    'tls',
    { certFile: '/x/cert.pem', keyFile: '/x/key.pem' },
    { 'tls.key_file': '/x/key.pem' },
  ],
  'tls.key_file': [
    '/x/key.pem',
    'tls',
    { certFile: '/x/cert.pem', keyFile: '/x/key.pem' },
    { 'tls.cert_file': '/x/cert.pem' },
  ],
  'tunnel.enabled': ['true', 'tunnel', { provider: null }, { 'auth.mode': 'builtin' }],
  'tunnel.provider': [
    'tailscale',
    'tunnel.provider',
    'tailscale',
    { 'auth.mode': 'builtin', 'tunnel.enabled': 'true' },
  ],
  remote_nodes: [
    '[{"name":"far","api_base_url":"https://far.example/api/v1","auth_type":"token","auth_token":"t","timeout":"5s","ca_file":"/x/ca.pem"}]',
    'remoteNodes',
    [
      {
        name: 'far',
        baseUrl: 'https://far.example',
        auth: { type: 'token', token: 't' },
        timeoutMs: 5000,
        tls: { caFile: '/x/ca.pem', skipVerify: false },
      },
    ],
  ],
  'ui.navbar_title': [' Staging ', 'ui.navbarTitle', 'Staging'],
  'ui.navbar_color': ['#0A7', 'ui.navbarColor', '#0a7'],
  'auth.mode': ['builtin', 'auth.mode', 'builtin'],
  'auth.basic.enabled': [
    'true',
    'auth.basic',
    { username: 'a', password: 'b' },
    { 'auth.mode': 'builtin', 'auth.basic.username': 'a', 'auth.basic.password': 'b' },
  ],
  'auth.basic.username': [
    'ada',
    'auth.basic.username',
    'ada',
    { 'auth.mode': 'builtin', 'auth.basic.enabled': 'true', 'auth.basic.password': 'b' },
  ],
  'auth.basic.password': [
    'sesame',
    'auth.basic.password',
    'sesame',
    { 'auth.mode': 'builtin', 'auth.basic.enabled': 'true', 'auth.basic.username': 'a' },
  ],
  'auth.builtin.token.secret': [secret, 'auth.token.secret', secret],
  'auth.builtin.token.store': ['keychain', 'auth.token.store', 'keychain'],
  'auth.builtin.token.ttl': ['8h', 'auth.token.ttlMs', 28_800_000],
  'auth.builtin.admin.username': [
    'ada',
    'auth.admin',
    { username: 'ada', password: 'sesame-open' },
    { 'auth.builtin.admin.password': 'sesame-open' },
  ],
  'auth.builtin.admin.password': [
    'sesame-open',
    'auth.admin.password',
    'sesame-open',
    { 'auth.builtin.admin.username': 'ada' },
  ],
  'auth.builtin.oidc.enabled': ['true', 'auth.oidc.autoSignup', true, oidc('enabled')],
  'auth.builtin.oidc.issuer': [
    'https://id.example/',
    'auth.oidc.issuer',
    'https://id.example/',
    oidc('issuer'),
  ],
  'auth.builtin.oidc.client_id': ['flows', 'auth.oidc.clientId', 'flows', oidc('client_id')],
  'auth.builtin.oidc.client_secret': ['s', 'auth.oidc.clientSecret', 's', oidc()],
  'auth.builtin.oidc.client_url': [
    'https://flows.example',
    'auth.oidc.clientUrl',
    'https://flows.example',
    oidc('client_url'),
  ],
  'auth.builtin.oidc.scopes': ['openid, groups', 'auth.oidc.scopes', ['openid', 'groups'], oidc()],
  'auth.builtin.oidc.auto_signup': ['no', 'auth.oidc.autoSignup', false, oidc()],
  'auth.builtin.oidc.default_role': ['operator', 'auth.oidc.defaultRole', 'operator', oidc()],
  'auth.builtin.oidc.allowed_domains': [
    'a.example',
    'auth.oidc.allowedDomains',
    ['a.example'],
    oidc(),
  ],
  'auth.builtin.oidc.whitelist': [
    'ada@b.example',
    'auth.oidc.whitelist',
    ['ada@b.example'],
    oidc(),
  ],
  'auth.builtin.oidc.role_mapping.groups_claim': [
    'teams',
    'auth.oidc.groupsClaim',
    'teams',
    oidc(),
  ],
  'auth.builtin.oidc.role_mapping.group_mappings': [
    'ops=admin, all=viewer',
    'auth.oidc.groupMappings',
    { ops: 'admin', all: 'viewer' },
    oidc(),
  ],
  'auth.builtin.oidc.role_mapping.strict': ['true', 'auth.oidc.strict', true, oidc()],
  'auth.builtin.oidc.role_mapping.skip_org_role_sync': [
    'true',
    'auth.oidc.skipRoleSync',
    true,
    oidc(),
  ],
  'permissions.write_dags': ['false', 'permissions.writeDags', false],
  'permissions.run_dags': ['false', 'permissions.runDags', false],
  'permissions.inline_runs': ['operator', 'permissions.inlineRuns', 'operator'],
  'rate_limiting.enabled': ['false', 'rateLimiting.enabled', 'off'],
  'rate_limiting.login_attempts': ['3', 'rateLimiting.loginAttempts', 3],
  'rate_limiting.window': ['60', 'rateLimiting.windowMs', 60_000],
  'rate_limiting.block_duration': ['90', 'rateLimiting.blockMs', 90_000],
  'audit.enabled': ['false', 'audit.enabled', false],
  'audit.retention_days': ['30', 'audit.retentionDays', 30],
  'git_sync.enabled': [
    'true',
    'gitSync.enabled',
    true,
    { 'git_sync.repository': 'https://git.example/dags.git' },
  ],
  'git_sync.repository': [
    'git@git.example:dags.git',
    'gitSync.repository',
    'git@git.example:dags.git',
  ],
  'git_sync.branch': ['live', 'gitSync.branch', 'live'],
  'git_sync.path': ['/team/dags/', 'gitSync.path', 'team/dags'],
  'git_sync.push_enabled': ['false', 'gitSync.pushEnabled', false],
  'git_sync.trust': ['review', 'gitSync.trust', 'review'],
  'git_sync.auth.type': ['ssh', 'gitSync.auth.type', 'ssh'],
  'git_sync.auth.token': ['t', 'gitSync.auth.token', 't'],
  'git_sync.auth.ssh_key_path': ['/x/key', 'gitSync.auth.sshKeyPath', '/x/key'],
  'git_sync.auth.ssh_passphrase': ['p', 'gitSync.auth.sshPassphrase', 'p'],
  'git_sync.auth.ssh_known_hosts': ['/x/hosts', 'gitSync.auth.sshKnownHosts', '/x/hosts'],
  'git_sync.auto_sync.enabled': ['true', 'gitSync.autoSync.enabled', true],
  'git_sync.auto_sync.on_startup': ['false', 'gitSync.autoSync.onStartup', false],
  'git_sync.auto_sync.interval': ['60', 'gitSync.autoSync.intervalMs', 60_000],
  'git_sync.commit.author_name': ['Ada', 'gitSync.author.name', 'Ada'],
  'git_sync.commit.author_email': ['ada@example.org', 'gitSync.author.email', 'ada@example.org'],
};

/** What OIDC needs, but for what the case itself gives. */
function oidc(without?: string): object {
  const all = {
    issuer: 'https://i.example',
    client_id: 'i',
    client_url: 'https://c.example',
    enabled: 'true',
  };
  const rest = Object.entries(all).filter(([name]) => name !== without);
  return {
    'auth.mode': 'builtin',
    ...Object.fromEntries(rest.map(([name, value]) => [`auth.builtin.oidc.${name}`, value])),
  };
}

describe.each(configKeyNames)('%s', (key) => {
  const [text, field, value, beside = {}] = cases[key];
  const entries = Object.entries({ ...beside, [key]: text }) as [ConfigKey, string][];

  it('is read alike from the file, its variable and --set, and has another default', () => {
    const home = temporaryFolder('config');
    const fromEnv = loadConfig({
      home,
      env: Object.fromEntries(entries.map(([name, written]) => [configKeys[name].env, written])),
    });
    const fromSet = loadConfig({
      home,
      env: {},
      sets: entries.map(([name, written]) => `${name}=${written}`),
    });
    const byDefault = loadConfig({ home, env: {} });
    writeFileSync(join(home, 'config.yaml'), stringify(Object.fromEntries(entries)));
    const fromFile = loadConfig({ home, env: {} });

    expect(fromFile).toHaveProperty(field, value);
    expect(fromEnv).toHaveProperty(field, value);
    expect(fromSet).toHaveProperty(field, value);
    expect(byDefault).not.toHaveProperty(field, value);
  });
});

it('does not share a variable between two keys', () => {
  const variables = configKeyNames.map((key) => configKeys[key].env);

  expect(new Set(variables).size).toBe(variables.length);
});
