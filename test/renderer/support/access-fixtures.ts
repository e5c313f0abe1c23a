import type { ApiKey, AuditEntry, User } from '#contract/auth.ts';
import type { StoredSecret } from '#contract/keychain.ts';
import type { RemoteNodeInfo } from '#contract/node.ts';
import type { Delivery, Webhook } from '#contract/webhook.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Who may reach the fake engine, and what they left behind. */
export interface FakeAccess {
  mode: 'none' | 'builtin';
  oidc: boolean;
  users: User[];
  /** Passwords by user name. */
  passwords: Map<string, string>;
  /** Names of users by the tokens of their sessions. */
  sessions: Map<string, string>;
  apiKeys: ApiKey[];
  webhooks: Webhook[];
  deliveries: Delivery[];
  audit: AuditEntry[];
  nodes: RemoteNodeInfo[];
  /** Nodes that cannot be reached. */
  down: Set<string>;
  /** What lies in the keychain, or why there is none. */
  keychain: { entries: StoredSecret[]; problem: string; fix: string };
}

export function aUser(username: string, changes: Partial<User> = {}): User {
  return {
    id: `user-${username}`,
    username,
    role: 'viewer',
    authProvider: 'builtin',
    isDisabled: false,
    createdAt: '2026-08-01T08:00:00.000Z',
    updatedAt: '2026-08-01T08:00:00.000Z',
    lastLoginAt: '',
    ...changes,
  };
}

/** An engine that asks nobody who they are. */
export function noAccounts(): FakeAccess {
  return {
    mode: 'none',
    oidc: false,
    users: [],
    passwords: new Map(),
    sessions: new Map(),
    apiKeys: [],
    webhooks: [],
    deliveries: [],
    audit: [],
    nodes: [],
    down: new Set(),
    keychain: { entries: [], problem: '', fix: '' },
  };
}

/** The token of a session of `ada`, who is an administrator. */
export const ADA_TOKEN = 'token-of-ada';
export const PASSWORD = 'correct horse';

/** An engine with accounts, used for some months. */
export function someAccounts(now: number): FakeAccess {
  const ago = (ms: number) => new Date(now - ms).toISOString();
  const users = [
    aUser('ada', { role: 'admin', lastLoginAt: ago(4 * MINUTE) }),
    aUser('brook.hale', { role: 'manager', lastLoginAt: ago(26 * HOUR) }),
    aUser('night-shift', { role: 'operator', lastLoginAt: ago(9 * HOUR) }),
    aUser('m.okafor@example.com', { authProvider: 'oidc', lastLoginAt: ago(3 * HOUR) }),
    aUser('old-auditor', { isDisabled: true }),
  ];
  return {
    mode: 'builtin',
    oidc: true,
    users,
    passwords: new Map(users.map(({ username }) => [username, PASSWORD])),
    sessions: new Map([[ADA_TOKEN, 'ada']]),
    apiKeys: [
      anApiKey('deploy-bot', {
        role: 'operator',
        description: 'Starts release-train from the build server',
        lastUsedAt: ago(3 * HOUR),
        createdAt: ago(61 * 24 * HOUR),
      }),
      anApiKey('grafana', { lastUsedAt: ago(12_000), createdAt: ago(40 * 24 * HOUR) }),
      anApiKey('laptop-ada', { role: 'admin', createdAt: ago(2 * 24 * HOUR) }),
    ],
    webhooks: [
      aWebhook('orders-etl', {
        signature: 'github',
        formBodies: true,
        lastUsedAt: ago(40 * MINUTE),
      }),
      aWebhook('release-train', { lastUsedAt: ago(5 * 24 * HOUR) }),
      aWebhook('pg-backup', { enabled: false }),
    ],
    deliveries: deliveries(now),
    audit: Array.from({ length: 240 }, (_, index) => anAuditEntry(now, index)),
    nodes: [
      {
        name: 'berlin',
        baseUrl: 'https://berlin.example:8080',
        authType: 'token',
        credential: 'missing',
      },
      {
        name: 'build-farm',
        baseUrl: 'http://10.0.4.12:8080',
        authType: 'basic',
        credential: 'config',
      },
    ],
    down: new Set(['build-farm']),
    keychain: {
      entries: [
        { kind: 'secret', name: '', savedAt: ago(61 * 24 * HOUR), isReadable: true },
        { kind: 'node-token', name: 'paris', savedAt: ago(3 * HOUR), isReadable: false },
      ],
      problem: '',
      fix: '',
    },
  };
}

export function anApiKey(name: string, changes: Partial<ApiKey> = {}): ApiKey {
  return {
    id: `key-${name}`,
    name,
    description: '',
    role: 'viewer',
    keyPrefix: `svc_${name.slice(0, 2)}7Q`,
    createdBy: 'user-ada',
    createdAt: '2026-09-01T08:00:00.000Z',
    updatedAt: '2026-09-01T08:00:00.000Z',
    ...changes,
  };
}

function aWebhook(dagName: string, changes: Partial<Webhook> = {}): Webhook {
  return {
    id: `webhook-${dagName}`,
    dagName,
    tokenPrefix: 'svc_wh_4KxQm',
    enabled: true,
    createdAt: '2026-09-12T08:00:00.000Z',
    updatedAt: '2026-09-12T08:00:00.000Z',
    createdBy: 'user-ada',
    signature: 'none',
    formBodies: false,
    ...changes,
  };
}

function deliveries(now: number): Delivery[] {
  const delivery = (id: number, ago: number, changes: Partial<Delivery>): Delivery => ({
    id,
    receivedAt: new Date(now - ago).toISOString(),
    origin: '140.82.112.4',
    status: 200,
    reason: '',
    dagRunId: '019a9b2e-4c1d-7e33-9f10-b1a2c3d4e5f6',
    bytes: 2417,
    ...changes,
  });
  return [
    delivery(4, 40 * MINUTE, {}),
    delivery(3, 3 * HOUR, {
      status: 401,
      dagRunId: '',
      reason: 'The signature is not that of the body.',
    }),
    delivery(2, 26 * HOUR, { bytes: 88 }),
    delivery(1, 27 * HOUR, {
      status: 413,
      dagRunId: '',
      reason: 'The body has more than 1 MiB.',
      bytes: 1_900_000,
    }),
  ];
}

const acts = [
  { operation: 'dags.updateSpec', target: 'orders-etl', actor: 'brook.hale' },
  { operation: 'dags.start', target: 'pg-backup', actor: 'night-shift' },
  {
    operation: 'runs.stop',
    target: 'orders-etl/019a9b2e-4c1d',
    actor: 'm.okafor@example.com',
    outcome: 'refused',
    code: 'forbidden',
    message: 'Insufficient permissions: this needs the role operator, and the caller is viewer.',
  },
  { operation: 'runs.approve', target: 'release-train/019a9b2e-77aa/legal', actor: 'ada' },
  {
    operation: 'auth.login',
    target: 'ada',
    actor: '',
    actorKind: 'nobody',
    outcome: 'refused',
    code: 'unauthorized',
    message: 'Invalid username or password',
  },
  { operation: 'dags.enqueue', target: 'release-train', actor: 'deploy-bot', actorKind: 'api_key' },
  {
    operation: 'dags.rename',
    target: 'fraud-backtest',
    actor: 'local',
    actorKind: 'owner',
    origin: 'window',
    outcome: 'failed',
    code: 'already_running',
    message: 'fraud-backtest has an active run.',
  },
] as const;

function anAuditEntry(now: number, index: number): AuditEntry {
  return {
    id: 1000 - index,
    at: new Date(now - index * 17 * MINUTE - 30_000).toISOString(),
    actorKind: 'user',
    origin: '127.0.0.1',
    outcome: 'done',
    code: '',
    message: '',
    ...(acts[index % acts.length] ?? acts[0]),
  };
}
