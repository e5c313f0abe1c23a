import { newPassword, roleMap, roleName, signingSecret, username } from '../access-values.ts';
import {
  duration,
  filledText,
  issuerAddress,
  oneOf,
  textList,
  visibleText,
  webAddress,
  wholeNumber,
  yesNoAuto,
  yesOrNo,
} from '../values.ts';
import type { ConfigKeyTable } from './entry.ts';

/** Who may do what, and what is remembered of it. */
export const accessKeys = {
  'auth.mode': {
    env: 'SVC_AUTH_MODE',
    schema: oneOf('none', 'builtin'),
    defaultValue: 'none',
    description: 'Whether callers need credentials: none or builtin.',
  },
  'auth.basic.enabled': {
    env: 'SVC_AUTH_BASIC_ENABLED',
    schema: yesOrNo,
    defaultValue: false,
    description:
      'Accept HTTP basic authentication for the one user below, who is an administrator. Needs `auth.mode: builtin`.',
  },
  'auth.basic.username': {
    env: 'SVC_AUTH_BASIC_USERNAME',
    schema: visibleText,
    defaultValue: null,
    description: 'Name for basic authentication.',
  },
  'auth.basic.password': {
    env: 'SVC_AUTH_BASIC_PASSWORD',
    schema: filledText,
    defaultValue: null,
    description: 'Password for basic authentication.',
    secret: 'whole',
  },
  'auth.builtin.token.secret': {
    env: 'SVC_AUTH_TOKEN_SECRET',
    schema: signingSecret,
    defaultValue: null,
    description:
      'Secret that signs sessions; empty: one is made and kept. Another one ends them all.',
    secret: 'whole',
  },
  'auth.builtin.token.store': {
    env: 'SVC_AUTH_TOKEN_STORE',
    schema: oneOf('file', 'keychain'),
    defaultValue: 'file',
    description:
      'Where the secret that is made is kept: file (owner-only, in the data folder) or keychain (of the system).',
  },
  'auth.builtin.token.ttl': {
    env: 'SVC_AUTH_TOKEN_TTL',
    schema: duration({ leastMs: 60_000, least: '1m' }),
    defaultValue: 86_400_000,
    description: 'How long a session lasts.',
    defaultText: '24h',
  },
  'auth.builtin.admin.username': {
    env: 'SVC_AUTH_ADMIN_USERNAME',
    schema: username,
    defaultValue: null,
    description: 'The first administrator, made when there is no user yet.',
  },
  'auth.builtin.admin.password': {
    env: 'SVC_AUTH_ADMIN_PASSWORD',
    schema: newPassword,
    defaultValue: null,
    description: 'Password of the first administrator.',
    secret: 'whole',
  },
  'auth.builtin.oidc.enabled': {
    env: 'SVC_AUTH_OIDC_ENABLED',
    schema: yesOrNo,
    defaultValue: false,
    description: 'Let users log in through an OpenID Connect provider.',
  },
  'auth.builtin.oidc.issuer': {
    env: 'SVC_AUTH_OIDC_ISSUER',
    schema: issuerAddress,
    defaultValue: null,
    description: 'Issuer address of the provider.',
  },
  'auth.builtin.oidc.client_id': {
    env: 'SVC_AUTH_OIDC_CLIENT_ID',
    schema: filledText,
    defaultValue: null,
    description: 'How the provider knows this program.',
  },
  'auth.builtin.oidc.client_secret': {
    env: 'SVC_AUTH_OIDC_CLIENT_SECRET',
    schema: filledText,
    defaultValue: null,
    description: 'Secret of the client; empty for a public client.',
    secret: 'whole',
  },
  'auth.builtin.oidc.client_url': {
    env: 'SVC_AUTH_OIDC_CLIENT_URL',
    schema: webAddress,
    defaultValue: null,
    description: 'Address at which browsers reach this server.',
  },
  'auth.builtin.oidc.scopes': {
    env: 'SVC_AUTH_OIDC_SCOPES',
    schema: textList,
    defaultValue: ['openid', 'profile', 'email'],
    description: 'What is asked of the provider.',
  },
  'auth.builtin.oidc.auto_signup': {
    env: 'SVC_AUTH_OIDC_AUTO_SIGNUP',
    schema: yesOrNo,
    defaultValue: true,
    description: 'Make a user at the first login of one who is not known.',
  },
  'auth.builtin.oidc.default_role': {
    env: 'SVC_AUTH_OIDC_DEFAULT_ROLE',
    schema: roleName,
    defaultValue: 'viewer',
    description: 'Role of users to whom no group gives another.',
  },
  'auth.builtin.oidc.allowed_domains': {
    env: 'SVC_AUTH_OIDC_ALLOWED_DOMAINS',
    schema: textList,
    defaultValue: [],
    description: 'Email domains that may log in; empty: all, unless a whitelist names who may.',
  },
  'auth.builtin.oidc.whitelist': {
    env: 'SVC_AUTH_OIDC_WHITELIST',
    schema: textList,
    defaultValue: [],
    description:
      'Email addresses that may log in beside those of the domains; without domains they alone may.',
  },
  'auth.builtin.oidc.role_mapping.groups_claim': {
    env: 'SVC_AUTH_OIDC_GROUPS_CLAIM',
    schema: filledText,
    defaultValue: 'groups',
    description: 'Claim that holds the groups of a user.',
  },
  'auth.builtin.oidc.role_mapping.group_mappings': {
    env: 'SVC_AUTH_OIDC_GROUP_MAPPINGS',
    schema: roleMap,
    defaultValue: {},
    description: 'Role of each group; in the environment `group=role, other=role`.',
  },
  'auth.builtin.oidc.role_mapping.strict': {
    env: 'SVC_AUTH_OIDC_ROLE_STRICT',
    schema: yesOrNo,
    defaultValue: false,
    description: 'Refuse users of none of the mapped groups.',
  },
  'auth.builtin.oidc.role_mapping.skip_org_role_sync': {
    env: 'SVC_AUTH_OIDC_SKIP_ORG_ROLE_SYNC',
    schema: yesOrNo,
    defaultValue: false,
    description: 'Keep the role that a user has, whatever the groups say at a later login.',
  },
  'permissions.write_dags': {
    env: 'SVC_PERMISSIONS_WRITE_DAGS',
    schema: yesOrNo,
    defaultValue: true,
    description: 'Whether definitions can be changed here at all.',
    isLive: true,
  },
  'permissions.run_dags': {
    env: 'SVC_PERMISSIONS_RUN_DAGS',
    schema: yesOrNo,
    defaultValue: true,
    description: 'Whether runs can be started, stopped and changed by request at all.',
    isLive: true,
  },
  'permissions.inline_runs': {
    env: 'SVC_PERMISSIONS_INLINE_RUNS',
    schema: oneOf('manager', 'operator'),
    defaultValue: 'manager',
    description:
      'The least role that may run definitions of its own, and so do whatever the user of the engine can: manager or operator.',
    isLive: true,
  },
  'rate_limiting.enabled': {
    env: 'SVC_RATE_LIMITING_ENABLED',
    schema: yesNoAuto,
    defaultValue: 'auto',
    description:
      'Whether failed logins are limited: true, false, or auto, which is where others than this machine reach the server.',
    isLive: true,
  },
  'rate_limiting.login_attempts': {
    env: 'SVC_RATE_LIMITING_LOGIN_ATTEMPTS',
    schema: wholeNumber({ least: 1 }),
    defaultValue: 5,
    description:
      'Failed logins of one name at an address, or of the address, before the next has to wait: one second, then twice as long each time. Other addresses do not wait.',
    isLive: true,
  },
  'rate_limiting.window': {
    env: 'SVC_RATE_LIMITING_WINDOW',
    schema: wholeNumber({ least: 1 }),
    defaultValue: 300,
    description:
      'Seconds without a failed login, after the wait, in which those before are forgotten.',
    isLive: true,
  },
  'rate_limiting.block_duration': {
    env: 'SVC_RATE_LIMITING_BLOCK_DURATION',
    schema: wholeNumber({ least: 1 }),
    defaultValue: 900,
    description: 'Longest wait in seconds.',
    isLive: true,
  },
  'audit.enabled': {
    env: 'SVC_AUDIT_ENABLED',
    schema: yesOrNo,
    defaultValue: true,
    description: 'Keep a log of every change and every refusal, with who and from where.',
    isLive: true,
  },
  'audit.retention_days': {
    env: 'SVC_AUDIT_RETENTION_DAYS',
    schema: wholeNumber({ least: 1 }),
    defaultValue: 7,
    description: 'Days for which it is kept.',
    isLive: true,
  },
} as const satisfies ConfigKeyTable;
