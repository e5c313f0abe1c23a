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
      'Accept HTTP basic authentication for the single user below, who is an administrator. Requires `auth.mode: builtin`.',
  },
  'auth.basic.username': {
    env: 'SVC_AUTH_BASIC_USERNAME',
    schema: visibleText,
    defaultValue: null,
    description: 'User name for basic authentication.',
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
      'Secret that signs sessions; empty: generated and stored. A change ends all sessions.',
    secret: 'whole',
  },
  'auth.builtin.token.store': {
    env: 'SVC_AUTH_TOKEN_STORE',
    schema: oneOf('file', 'keychain', 'auto'),
    defaultValue: 'file',
    description:
      'Where to store the generated secret: file (owner-only, in the data folder), keychain (of the system), or auto (keychain if usable, else file). The app uses auto if this is not set.',
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
    description: 'The first administrator, created when there is no user.',
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
    description: 'Issuer URL of the provider.',
  },
  'auth.builtin.oidc.client_id': {
    env: 'SVC_AUTH_OIDC_CLIENT_ID',
    schema: filledText,
    defaultValue: null,
    description: 'Client id at the provider.',
  },
  'auth.builtin.oidc.client_secret': {
    env: 'SVC_AUTH_OIDC_CLIENT_SECRET',
    schema: filledText,
    defaultValue: null,
    description: 'Client secret; empty for a public client.',
    secret: 'whole',
  },
  'auth.builtin.oidc.client_url': {
    env: 'SVC_AUTH_OIDC_CLIENT_URL',
    schema: webAddress,
    defaultValue: null,
    description: 'URL at which browsers reach this server.',
  },
  'auth.builtin.oidc.scopes': {
    env: 'SVC_AUTH_OIDC_SCOPES',
    schema: textList,
    defaultValue: ['openid', 'profile', 'email'],
    description: 'Scopes to request from the provider.',
  },
  'auth.builtin.oidc.auto_signup': {
    env: 'SVC_AUTH_OIDC_AUTO_SIGNUP',
    schema: yesOrNo,
    defaultValue: true,
    description: 'Create a user at the first login.',
  },
  'auth.builtin.oidc.default_role': {
    env: 'SVC_AUTH_OIDC_DEFAULT_ROLE',
    schema: roleName,
    defaultValue: 'viewer',
    description: 'Role of users without a mapped group.',
  },
  'auth.builtin.oidc.allowed_domains': {
    env: 'SVC_AUTH_OIDC_ALLOWED_DOMAINS',
    schema: textList,
    defaultValue: [],
    description: 'Email domains that can log in; empty: all, unless a whitelist is set.',
  },
  'auth.builtin.oidc.whitelist': {
    env: 'SVC_AUTH_OIDC_WHITELIST',
    schema: textList,
    defaultValue: [],
    description:
      'Email addresses that can log in, in addition to the domains. Without domains, only these can.',
  },
  'auth.builtin.oidc.role_mapping.groups_claim': {
    env: 'SVC_AUTH_OIDC_GROUPS_CLAIM',
    schema: filledText,
    defaultValue: 'groups',
    description: 'Claim with the groups of a user.',
  },
  'auth.builtin.oidc.role_mapping.group_mappings': {
    env: 'SVC_AUTH_OIDC_GROUP_MAPPINGS',
    schema: roleMap,
    defaultValue: {},
    description: 'Role of each group; in the environment: `group=role, other=role`.',
  },
  'auth.builtin.oidc.role_mapping.strict': {
    env: 'SVC_AUTH_OIDC_ROLE_STRICT',
    schema: yesOrNo,
    defaultValue: false,
    description: 'Refuse users without a mapped group.',
  },
  'auth.builtin.oidc.role_mapping.skip_org_role_sync': {
    env: 'SVC_AUTH_OIDC_SKIP_ORG_ROLE_SYNC',
    schema: yesOrNo,
    defaultValue: false,
    description: 'Keep the role of an existing user, and ignore the groups at later logins.',
  },
  'permissions.write_dags': {
    env: 'SVC_PERMISSIONS_WRITE_DAGS',
    schema: yesOrNo,
    defaultValue: true,
    description: 'Allow changes of definitions.',
    isLive: true,
  },
  'permissions.run_dags': {
    env: 'SVC_PERMISSIONS_RUN_DAGS',
    schema: yesOrNo,
    defaultValue: true,
    description: 'Allow requests to start, stop and change runs.',
    isLive: true,
  },
  'permissions.inline_runs': {
    env: 'SVC_PERMISSIONS_INLINE_RUNS',
    schema: oneOf('manager', 'operator'),
    defaultValue: 'manager',
    description:
      "The lowest role that can run inline definitions, and so do everything that the engine's user can: manager or operator.",
    isLive: true,
  },
  'rate_limiting.enabled': {
    env: 'SVC_RATE_LIMITING_ENABLED',
    schema: yesNoAuto,
    defaultValue: 'auto',
    description:
      'Limit failed logins: true, false, or auto (only when other machines can reach the server).',
    isLive: true,
  },
  'rate_limiting.login_attempts': {
    env: 'SVC_RATE_LIMITING_LOGIN_ATTEMPTS',
    schema: wholeNumber({ least: 1 }),
    defaultValue: 5,
    description:
      'Failed logins per user name and address, or per address, before the next one must wait: one second, then twice as long each time. Other addresses do not wait.',
    isLive: true,
  },
  'rate_limiting.window': {
    env: 'SVC_RATE_LIMITING_WINDOW',
    schema: wholeNumber({ least: 1 }),
    defaultValue: 300,
    description: 'Seconds without a failed login, after the wait, until the count starts again.',
    isLive: true,
  },
  'rate_limiting.block_duration': {
    env: 'SVC_RATE_LIMITING_BLOCK_DURATION',
    schema: wholeNumber({ least: 1 }),
    defaultValue: 900,
    description: 'Maximum wait in seconds.',
    isLive: true,
  },
  'audit.enabled': {
    env: 'SVC_AUDIT_ENABLED',
    schema: yesOrNo,
    defaultValue: true,
    description: 'Log each change and each refused request, with its caller and address.',
    isLive: true,
  },
  'audit.retention_days': {
    env: 'SVC_AUDIT_RETENTION_DAYS',
    schema: wholeNumber({ least: 1 }),
    defaultValue: 7,
    description: 'Days to keep the audit log.',
    isLive: true,
  },
} as const satisfies ConfigKeyTable;
