import type { AuthSettings, Config, GitSyncSettings, OidcSettings } from './config.ts';
import {
  configKeyNames,
  type configKeys,
  type ConfigKey,
  type ConfigValues,
} from './config-keys.ts';

type Key = Exclude<ConfigKey, `paths.${string}`>;

/** The value of a key: what a source says, else its default. */
export type ReadValue = <K extends Key>(key: K) => Exclude<ConfigValues[K], undefined> | Default<K>;
type Default<K extends Key> = null extends (typeof configKeys)[K]['defaultValue'] ? null : never;

const loopback = ['127.0.0.1', '::1', 'localhost'];

/** Where a key is set; null: nowhere. */
export type PlaceOfKey = (key: ConfigKey) => string | null;

/** What is wrong between settings each of which is right, each with the place of the one that asks for the other. */
export function checkTogether(values: ConfigValues, placeOf: PlaceOfKey): string[] {
  const problems: string[] = [];
  const refuse = (key: ConfigKey, what: string): void => {
    const place = placeOf(key);
    problems.push(`${place === null ? '' : `${place}: `}${what}`);
  };
  const needs = (key: ConfigKey, others: readonly ConfigKey[]): void => {
    const missing = others.filter((other) => values[other] == null);
    if (missing.length > 0) refuse(key, `\`${key}\` needs ${missing.map(quoted).join(' and ')}`);
  };
  if (values['auth.mode'] !== 'builtin') refuseOpenDoors(values, refuse);
  if (values['auth.basic.enabled'] === true) {
    needs('auth.basic.enabled', ['auth.basic.username', 'auth.basic.password']);
  }
  if (values['auth.builtin.oidc.enabled'] === true) {
    const { issuer, id, url } = oidcKeys;
    needs('auth.builtin.oidc.enabled', [issuer, id, url]);
  }
  if (values['git_sync.enabled'] === true) {
    const missing = gitSyncTarget.filter((key) => values[key] === '');
    if (missing.length > 0 || !values['git_sync.repository']) {
      refuse('git_sync.enabled', '`git_sync.enabled` needs `git_sync.repository` and a branch');
    }
  }
  for (const [one, other] of pairs) {
    if (values[one] != null) needs(one, [other]);
    if (values[other] != null) needs(other, [one]);
  }
  for (const { group, name } of switches) {
    const set = configKeyNames.find((key) => key.startsWith(group) && values[key] != null);
    if (set !== undefined) needs(set, [name]);
  }
  return problems;
}

/** What needs callers to have credentials. */
function refuseOpenDoors(
  values: ConfigValues,
  refuse: (key: ConfigKey, what: string) => void,
): void {
  const { host = '127.0.0.1' } = values;
  if (!loopback.includes(host)) {
    const what = `\`host\` ${host} gives other machines access, which requires \`auth.mode: builtin\``;
    refuse('host', what);
  }
  for (const key of onlyBuiltin) {
    if (values[key] === true) refuse(key, `\`${key}\` needs \`auth.mode: builtin\``);
  }
}

const gitSyncTarget = ['git_sync.repository', 'git_sync.branch'] as const;

const onlyBuiltin = [
  'auth.basic.enabled',
  'auth.builtin.oidc.enabled',
  'tunnel.enabled',
] as const satisfies readonly ConfigKey[];

const oidcKeys = {
  issuer: 'auth.builtin.oidc.issuer',
  id: 'auth.builtin.oidc.client_id',
  url: 'auth.builtin.oidc.client_url',
} as const;

/** Whoever sets what stands beside a switch believes that it is on, and must say so, or that it is not. */
const switches = [
  { group: 'auth.basic.', name: 'auth.basic.enabled' },
  { group: 'auth.builtin.oidc.', name: 'auth.builtin.oidc.enabled' },
  { group: 'tunnel.', name: 'tunnel.enabled' },
] as const satisfies readonly { readonly group: string; readonly name: ConfigKey }[];

/** Keys of which neither means anything without the other. */
const pairs = [
  ['tls.cert_file', 'tls.key_file'],
  ['auth.builtin.admin.username', 'auth.builtin.admin.password'],
] as const satisfies readonly (readonly [ConfigKey, ConfigKey])[];

const quoted = (key: string): string => `\`${key}\``;

/** All settings of authentication, frozen. Durations in milliseconds. */
export function authOf(read: ReadValue): AuthSettings {
  return Object.freeze({
    mode: read('auth.mode'),
    basic: read('auth.basic.enabled')
      ? {
          username: read('auth.basic.username') ?? '',
          password: read('auth.basic.password') ?? '',
        }
      : null,
    token: {
      secret: read('auth.builtin.token.secret'),
      store: read('auth.builtin.token.store'),
      ttlMs: read('auth.builtin.token.ttl'),
    },
    admin: adminOf(read),
    oidc: read('auth.builtin.oidc.enabled') ? oidcOf(read) : null,
  });
}

function adminOf(read: ReadValue): AuthSettings['admin'] {
  const username = read('auth.builtin.admin.username');
  const password = read('auth.builtin.admin.password');
  return username === null || password === null ? null : { username, password };
}

function oidcOf(read: ReadValue): OidcSettings {
  return {
    issuer: read('auth.builtin.oidc.issuer') ?? '',
    clientId: read('auth.builtin.oidc.client_id') ?? '',
    clientSecret: read('auth.builtin.oidc.client_secret') ?? '',
    clientUrl: read('auth.builtin.oidc.client_url') ?? '',
    scopes: read('auth.builtin.oidc.scopes'),
    autoSignup: read('auth.builtin.oidc.auto_signup'),
    defaultRole: read('auth.builtin.oidc.default_role'),
    groupsClaim: read('auth.builtin.oidc.role_mapping.groups_claim'),
    groupMappings: read('auth.builtin.oidc.role_mapping.group_mappings'),
    strict: read('auth.builtin.oidc.role_mapping.strict'),
    skipRoleSync: read('auth.builtin.oidc.role_mapping.skip_org_role_sync'),
    allowedDomains: read('auth.builtin.oidc.allowed_domains'),
    whitelist: read('auth.builtin.oidc.whitelist'),
  };
}

/** Null unless both files are named; one alone is refused elsewhere. */
export function tlsOf(read: ReadValue): Config['tls'] {
  const certFile = read('tls.cert_file');
  const keyFile = read('tls.key_file');
  return certFile === null || keyFile === null ? null : { certFile, keyFile };
}

/** The settings of `git_sync` as one frozen object. */
export function gitSyncOf(read: ReadValue): GitSyncSettings {
  return Object.freeze({
    enabled: read('git_sync.enabled'),
    repository: read('git_sync.repository'),
    branch: read('git_sync.branch'),
    path: read('git_sync.path'),
    pushEnabled: read('git_sync.push_enabled'),
    trust: read('git_sync.trust'),
    auth: {
      type: read('git_sync.auth.type'),
      token: read('git_sync.auth.token'),
      sshKeyPath: read('git_sync.auth.ssh_key_path'),
      sshPassphrase: read('git_sync.auth.ssh_passphrase'),
      sshKnownHosts: read('git_sync.auth.ssh_known_hosts'),
    },
    autoSync: {
      enabled: read('git_sync.auto_sync.enabled'),
      onStartup: read('git_sync.auto_sync.on_startup'),
      intervalMs: read('git_sync.auto_sync.interval') * 1000,
    },
    author: {
      name: read('git_sync.commit.author_name'),
      email: read('git_sync.commit.author_email'),
    },
  });
}
