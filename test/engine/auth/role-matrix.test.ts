import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roles, type Role, type User } from '../../../engine/contract/auth.ts';
import type { Operation } from '../../../engine/contract/operation.ts';
import { operationNames, operations } from '../../../engine/contract/operations.ts';
import { fillPath } from '../../../engine/contract/rest.ts';
import { builtinServer, signed, withoutUsers, type BuiltinServer } from './builtin-server.ts';

/**
 * The least role for each operation, written down by hand and not taken from the contract: reading is for viewers, running for operators, writing definitions for managers, whatever gives access for administrators.
 */
const leastRole: Readonly<Record<string, Role | 'anybody'>> = {
  'system.health': 'anybody',
  'system.openapi': 'anybody',
  'system.uiSettings': 'anybody',
  'system.dagSchema': 'anybody',
  'auth.status': 'anybody',
  'auth.setup': 'anybody',
  'auth.login': 'anybody',
  'auth.oidcStart': 'anybody',
  'auth.oidcFinish': 'anybody',

  // Private by default.
  'system.metrics': 'viewer',
  'system.resources': 'viewer',
  'system.scheduler': 'viewer',
  'system.coordinator': 'viewer',
  'workers.list': 'viewer',
  'nodes.list': 'viewer',
  'dags.list': 'viewer',
  'dags.tags': 'viewer',
  'dags.search': 'viewer',
  'dags.validate': 'viewer',
  'dags.get': 'viewer',
  'dags.getSpec': 'viewer',
  'dags.changes': 'viewer',
  'imports.plan': 'viewer',
  'dags.dryRun': 'viewer',
  'dags.runs': 'viewer',
  'dags.run': 'viewer',
  'dags.slots': 'viewer',
  'dags.why': 'viewer',
  'dags.schedulePreview': 'viewer',
  'schedule.calendar': 'viewer',
  'schedule.preview': 'viewer',
  'runs.list': 'viewer',
  'runs.listOf': 'viewer',
  'runs.get': 'viewer',
  'runs.log': 'viewer',
  'runs.stepLog': 'viewer',
  'runs.stepMessages': 'viewer',
  'runs.searchStepLog': 'viewer',
  'runs.downloadLog': 'viewer',
  'runs.downloadStepLog': 'viewer',
  'runs.outputs': 'viewer',
  'runs.spec': 'viewer',
  'runs.stepEnvironment': 'viewer',
  'runs.stepAttempts': 'viewer',
  'subRuns.list': 'viewer',
  'subRuns.get': 'viewer',
  'subRuns.spec': 'viewer',
  'subRuns.outputs': 'viewer',
  'subRuns.log': 'viewer',
  'subRuns.stepLog': 'viewer',
  'subRuns.stepMessages': 'viewer',
  'subRuns.downloadLog': 'viewer',
  'subRuns.downloadStepLog': 'viewer',
  'queues.list': 'viewer',
  'queues.items': 'viewer',
  'auth.me': 'viewer',
  'auth.changePassword': 'viewer',
  'auth.logout': 'viewer',

  'dags.suspend': 'operator',
  'dags.start': 'operator',
  'dags.startSync': 'operator',
  'dags.enqueue': 'operator',
  'dags.stopAll': 'operator',
  'runs.dequeue': 'operator',
  'runs.stop': 'operator',
  'runs.retry': 'operator',
  'runs.reschedule': 'operator',
  'runs.setStepStatus': 'operator',
  'runs.approve': 'operator',
  'runs.reject': 'operator',
  'subRuns.setStepStatus': 'operator',
  'subRuns.approve': 'operator',
  'subRuns.reject': 'operator',
  'queues.move': 'operator',

  'dags.create': 'manager',
  'dags.updateSpec': 'manager',
  'dags.rename': 'manager',
  'dags.delete': 'manager',
  // A definition of one's own has the rights of the engine's user, and even planning it reads what that user can.
  'runs.start': 'manager',
  'runs.enqueue': 'manager',
  'runs.dryRun': 'manager',
  'runs.cleanup': 'manager',
  'audit.list': 'manager',

  'users.list': 'admin',
  'users.create': 'admin',
  'users.get': 'admin',
  'users.update': 'admin',
  'users.delete': 'admin',
  'users.resetPassword': 'admin',
  'apiKeys.list': 'admin',
  'apiKeys.create': 'admin',
  'apiKeys.get': 'admin',
  'apiKeys.update': 'admin',
  'apiKeys.delete': 'admin',
  'sync.status': 'viewer',
  'sync.kept': 'viewer',
  'sync.keptCopy': 'viewer',
  'sync.diffAll': 'viewer',
  'sync.diff': 'viewer',
  'sync.merge': 'viewer',
  'sync.log': 'viewer',
  'sync.textAt': 'viewer',
  'sync.getConfig': 'viewer',
  'sync.testConnection': 'viewer',
  'sync.pull': 'manager',
  'imports.apply': 'manager',
  'sync.publish': 'manager',
  'sync.publishAll': 'manager',
  'sync.discard': 'manager',
  'sync.resolve': 'manager',
  'sync.restore': 'manager',
  'sync.forget': 'manager',
  'sync.accept': 'manager',
  'sync.setConfig': 'admin',
  'webhooks.list': 'admin',
  'webhooks.get': 'admin',
  'webhooks.create': 'admin',
  'webhooks.delete': 'admin',
  'webhooks.regenerate': 'admin',
  'webhooks.toggle': 'admin',
  'webhooks.setSignature': 'admin',
  'webhooks.update': 'admin',
  'webhooks.setup': 'admin',
  'webhooks.test': 'admin',
  'webhooks.deliveries': 'admin',
  'nodes.test': 'admin',
  'nodes.setToken': 'admin',
  'keychain.list': 'admin',
  'keychain.forget': 'admin',
  'system.doctor': 'admin',
};

/** Starts of stored DAGs, which a folder of the caller's makes runs of what lies there. */
const takesFolder = ['dags.start', 'dags.startSync', 'dags.enqueue'];

/** What is no operation, and must not be forgotten for that. */
const otherAddresses = ['/events', '/dag-runs/no-such/no-such/events', '/no-such-address'];

/** Ends the session by which the others are called. */
const logout = 'auth.logout';

/** Judged by the token of the webhook, and by nothing else. */
const byWebhookToken = 'webhooks.trigger';

const basic = { username: 'script', password: 'a password of its own' };
const header = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

let server: BuiltinServer;
/** The header and the role of each caller; null: none. */
const callers = new Map<string, readonly [authorization: string | undefined, role: Role | null]>();
let webhookToken = '';

beforeAll(async () => {
  server = await builtinServer({ auth: { ...withoutUsers, basic } });
  const users = await Promise.all(roles.map((role) => makeUser(role, role)));
  for (const user of users) await addUser(user);
  for (const role of roles) await addApiKey(role);
  await addForgeries(await makeUser('mallory', 'admin'));
  await addEnded();
  callers.set('basic', [header(basic.username, basic.password), 'admin']);
  callers.set('basic, wrong password', [header(basic.username, 'another'), null]);
  callers.set('nobody', [undefined, null]);
  callers.set('nonsense', ['Negotiate abc', null]);
  await addWebhook();
}, 60_000);

afterAll(() => server.stop());

async function makeUser(username: string, role: Role): Promise<User> {
  const { client } = server.engine;
  return (await client.call('users.create', { username, password: 'long enough', role })).user;
}

async function addUser(user: User): Promise<void> {
  callers.set(user.role, [`Bearer ${await signed(user)}`, user.role]);
}

async function addApiKey(role: Role): Promise<void> {
  const { key } = await server.engine.client.call('apiKeys.create', { name: `key ${role}`, role });
  callers.set(`API key, ${role}`, [`bearer ${key}`, role]);
}

async function addForgeries(user: User): Promise<void> {
  const good = await signed(user);
  const [head = '', body = '', signature = ''] = good.split('.');
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  const none = encoded({ alg: 'none', typ: 'JWT' });
  const another = encoded({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), gen: 1.5 });
  const forgeries = {
    expired: await signed(user, { lasts: -1 }),
    'of another secret': await signed(user, { secret: 'another secret of thirty-two letters' }),
    'of another algorithm': await signed(user, { algorithm: 'HS512' }),
    'of another issuer': await signed(user, { issuer: 'elsewhere' }),
    'for another audience': await signed(user, { audience: 'elsewhere' }),
    'of another generation': await signed(user, { generation: 2 }),
    'of a user who never was': await signed({ ...user, id: 'nobody' }),
    'with another signature': [head, body, flipped].join('.'),
    'with another body': [head, another, signature].join('.'),
    'of alg none': [none, body, ''].join('.'),
    'of alg none, signed': [none, body, signature].join('.'),
    'that is none': 'svc.svc.svc',
    'that is empty': '',
    'that is a made up API key': `svc_${'1'.repeat(44)}`,
  };
  for (const [name, token] of Object.entries(forgeries)) {
    callers.set(`a token ${name}`, [`Bearer ${token}`, null]);
  }
}

async function addEnded(): Promise<void> {
  const { client } = server.engine;
  const disabled = await makeUser('disabled', 'admin');
  const deleted = await makeUser('deleted', 'admin');
  callers.set('a disabled user', [`Bearer ${await signed(disabled)}`, null]);
  const present = await signed(disabled, { generation: 2 });
  callers.set('a disabled user, with a token of the present', [`Bearer ${present}`, null]);
  callers.set('a deleted user', [`Bearer ${await signed(deleted)}`, null]);
  for (const user of [disabled, deleted]) await addKeyOf(user);
  await client.call('users.update', { userId: disabled.id, isDisabled: true });
  await client.call('users.delete', { userId: deleted.id });
}

async function addKeyOf(user: User): Promise<void> {
  const authorization = `Bearer ${await signed(user)}`;
  const body = { name: `key of ${user.username}`, role: 'admin' };
  const { json } = await server.ask('/api-keys', { method: 'POST', authorization, body });
  callers.set(`API key of ${user.username}`, [`Bearer ${String(json['key'])}`, null]);
}

async function addWebhook(): Promise<void> {
  const { client } = server.engine;
  await client.call('dags.create', { name: 'hooked', spec: 'steps: [{command: "true"}]\n' });
  const { token } = await client.call('webhooks.create', { fileName: 'hooked' });
  webhookToken = token;
  callers.set('webhook token', [`Bearer ${token}`, null]);
}

/** The request is rubbish wherever it can be: who may call is settled before anybody looks at it. */
async function statusOf(
  name: string,
  authorization: string | undefined,
  more: object = {},
): Promise<number> {
  const operation: Operation = operations[name as keyof typeof operations];
  const path = fillPath(operation.path, () => 'no-such');
  const method = operation.method.toUpperCase();
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: { spec: 7, ...more } };
  const asked = { method, authorization, ...body };
  return (await server.ask(`${path}?remoteNode=nowhere`, asked)).status;
}

function expected(least: Role | 'anybody', role: Role | null): string {
  if (least === 'anybody') return 'allowed';
  if (role === null) return '401';
  return roles.indexOf(role) <= roles.indexOf(least) ? 'allowed' : '403';
}

const verdict = (status: number): string =>
  status === 401 || status === 403 ? String(status) : 'allowed';

describe('the role matrix', () => {
  it('has a row for each operation, and no other', () => {
    const rows = [...Object.keys(leastRole), byWebhookToken];

    expect(rows.toSorted()).toEqual(operationNames.toSorted());
  });

  it('asks for a manager where a start brings a folder of its own', async () => {
    const differences: string[] = [];
    for (const [caller, [authorization, role]] of callers) {
      for (const name of takesFolder) {
        const soon = name === 'dags.startSync' ? { timeout: 1 } : {};
        const body = { spec: undefined, defaultWorkingDir: '/', ...soon };
        const status = await statusOf(name, authorization, body);
        if (verdict(status) !== expected('manager', role)) {
          differences.push(`${name} for ${caller}: ${status}`);
        }
      }
    }

    expect(differences).toEqual([]);
  });

  it(
    'lets each caller do what the table says, and nothing else',
    { timeout: 120_000 },
    async () => {
      const differences: string[] = [];
      for (const [caller, [authorization, role]] of callers) {
        const judge = async ([name, least]: readonly [string, Role | 'anybody']) => {
          const status = await statusOf(name, authorization);
          const want = expected(least, role);
          if (verdict(status) !== want) {
            differences.push(`${name} for ${caller}: ${status} instead of ${want}`);
          }
        };
        const rows = Object.entries(leastRole);
        await Promise.all(rows.filter(([name]) => name !== logout).map(judge));
        await Promise.all(rows.filter(([name]) => name === logout).map(judge));
      }

      expect(differences).toEqual([]);
    },
  );

  it.each(otherAddresses)('tells only those who may read what is at %s', async (address) => {
    const differences: string[] = [];
    for (const [caller, [authorization, role]] of callers) {
      // These have logged out above.
      if (callers.has(`API key, ${caller}`)) continue;
      const { status } = await server.ask(address, { authorization });
      if (verdict(status) !== expected('viewer', role)) differences.push(`${caller}: ${status}`);
    }

    expect(differences).toEqual([]);
  });

  it('lets a webhook be triggered by its own token alone', async () => {
    const trigger = (authorization: string | undefined) =>
      server.ask('/webhooks/hooked', { method: 'POST', authorization, body: {} });
    const admitted: string[] = [];
    for (const [caller, [authorization]] of callers) {
      const { status } = await trigger(authorization);
      if (status !== 401) admitted.push(`${caller}: ${status}`);
    }

    expect(admitted).toEqual(['webhook token: 200']);
    expect((await trigger(`Bearer ${webhookToken}x`)).status).toBe(401);
  });
});
