import { reaches } from '#contract/access.ts';
import type { ApiKey, Role, User } from '#contract/auth.ts';
import { EngineError } from '#contract/errors.ts';
import type { Operation } from '#contract/operation.ts';
import { operations, type OperationName } from '#contract/operations.ts';
import type { Webhook } from '#contract/webhook.ts';
import { aUser, anApiKey, type FakeAccess } from './access-fixtures.ts';

type Input = Record<string, unknown>;
type Answers = Partial<Record<OperationName, (input: Input) => unknown>>;

/** Refuses whoever may not do a thing; gives the user of the token. */
export function checkFakeAccess(
  access: FakeAccess,
  name: OperationName,
  authorization: string | undefined,
): User | null {
  const operation: Operation = operations[name];
  if (access.mode === 'none') {
    if (operation.builtinOnly)
      throw new EngineError(operation.builtinOnly, 'There are no accounts.');
    return null;
  }
  const username = access.sessions.get(authorization?.replace('Bearer ', '') ?? '');
  const user = access.users.find((one) => one.username === username) ?? null;
  if (reaches(operation.access, { role: user?.role ?? null })) return user;
  if (user === null) throw new EngineError('unauthorized', 'This needs valid credentials.');
  throw new EngineError('forbidden', 'Insufficient permissions');
}

/** What the fake engine says of accounts, keys, webhooks, the audit log and nodes. */
export function accessAnswers(access: FakeAccess, caller: () => User | null): Answers {
  const sessionOf = (user: User) => {
    const token = `token-${access.sessions.size}-of-${user.username}`;
    access.sessions.set(token, user.username);
    return { token, expiresAt: '', user };
  };
  return {
    'auth.status': () => ({
      mode: access.mode,
      needsSetup: access.mode === 'builtin' && access.users.length === 0,
      oidc: access.oidc,
      inlineRuns: 'manager',
    }),
    'auth.setup': ({ username }) => {
      const user = aUser(String(username), { role: 'admin' });
      access.users.push(user);
      return sessionOf(user);
    },
    'auth.login': ({ username, password }) => {
      const user = access.users.find((one) => one.username === username);
      if (user === undefined || access.passwords.get(user.username) !== password) {
        throw new EngineError('unauthorized', 'Invalid username or password');
      }
      return sessionOf(user);
    },
    'auth.oidcStart': () => ({ url: 'http://127.0.0.1:1/authorize', state: 'state-1' }),
    'auth.oidcFinish': () => sessionOf(access.users[0] ?? aUser('ada')),
    'auth.me': () => ({ user: caller() }),
    'auth.changePassword': ({ currentPassword, newPassword }) => {
      const user = caller();
      if (user === null || access.passwords.get(user.username) !== currentPassword) {
        throw new EngineError('unauthorized', 'Current password is incorrect');
      }
      access.passwords.set(user.username, String(newPassword));
      return { message: '', ...sessionOf(user) };
    },
    'auth.logout': () => access.sessions.clear(),
    ...userAnswers(access),
    ...keyAnswers(access),
    ...webhookAnswers(access),
    'audit.list': ({ actor, operation, outcome, limit, cursor }) => {
      const entries = access.audit.filter(
        (entry) =>
          (actor === undefined || entry.actor === actor) &&
          (operation === undefined || entry.operation.startsWith(String(operation))) &&
          (outcome === undefined || entry.outcome === outcome),
      );
      const from = Number(cursor ?? 0);
      const to = from + Number(limit);
      const next = to < entries.length ? { nextCursor: String(to) } : {};
      return { entries: entries.slice(from, to), ...next };
    },
    'nodes.list': () => ({ remoteNodes: access.nodes }),
    'nodes.setToken': ({ name }) => {
      access.nodes = access.nodes.map((node) =>
        node.name === name ? { ...node, credential: 'keychain' } : node,
      );
    },
    'keychain.list': () => access.keychain,
    'keychain.forget': ({ kind, name }) => {
      const { entries } = access.keychain;
      const left = entries.filter((entry) => entry.kind !== kind || entry.name !== name);
      access.keychain = { ...access.keychain, entries: left };
    },
    'nodes.test': ({ name }) =>
      access.down.has(String(name))
        ? { reachable: false, version: '', latencyMs: 0, error: refused(String(name)) }
        : { reachable: true, version: '0.2.0', latencyMs: 41.6, error: '' },
  };
}

function userAnswers(access: FakeAccess): Answers {
  const change = (input: Input) => {
    const user = access.users.find(({ id }) => id === input['userId']);
    if (user === undefined) throw new EngineError('not_found', 'There is no such user.');
    const changed = { ...user, ...input };
    access.users = access.users.map((one) => (one === user ? changed : one));
    return { user: changed };
  };
  return {
    'users.list': () => ({ users: access.users }),
    'users.create': ({ username, role }) => {
      if (access.users.some((user) => user.username === username)) {
        throw new EngineError('already_exists', 'Username already exists');
      }
      const user = aUser(String(username), { role: role as Role });
      access.users.push(user);
      return { user };
    },
    'users.update': change,
    'users.delete': ({ userId }) => {
      access.users = access.users.filter(({ id }) => id !== userId);
    },
    'users.resetPassword': () => ({ message: 'Password reset successfully' }),
  };
}

function keyAnswers(access: FakeAccess): Answers {
  return {
    'apiKeys.list': () => ({ apiKeys: access.apiKeys }),
    'apiKeys.create': (input) => {
      const apiKey = anApiKey(String(input['name']), input as Partial<ApiKey>);
      access.apiKeys.push(apiKey);
      return { apiKey, key: 'svc_2tBcQ8mZr4XyKpLw7NvHsJdG9aFe5uTi' };
    },
    'apiKeys.update': ({ keyId, ...changes }) => {
      access.apiKeys = access.apiKeys.map((key) =>
        key.id === keyId ? { ...key, ...changes } : key,
      );
      return { apiKey: access.apiKeys.find(({ id }) => id === keyId) };
    },
    'apiKeys.delete': ({ keyId }) => {
      access.apiKeys = access.apiKeys.filter(({ id }) => id !== keyId);
    },
  };
}

function webhookAnswers(access: FakeAccess): Answers {
  const token = 'svc_wh_8Hn3VbYt6RcWq1ZsXk5LmPdJ7fGu2Ea9';
  const find = (input: Input): Webhook => {
    const webhook = access.webhooks.find(({ dagName }) => dagName === input['fileName']);
    if (webhook === undefined) throw new EngineError('not_found', 'That DAG has no webhook.');
    return webhook;
  };
  const change = (input: Input, changes: Partial<Webhook>): Webhook => {
    const changed = { ...find(input), ...changes };
    access.webhooks = access.webhooks.map((one) => (one.id === changed.id ? changed : one));
    return changed;
  };
  return {
    'webhooks.list': () => ({ webhooks: access.webhooks }),
    'webhooks.get': find,
    'webhooks.create': ({ fileName }) => {
      const dagName = String(fileName);
      const webhook: Webhook = {
        id: `webhook-${dagName}`,
        dagName,
        tokenPrefix: token.slice(0, 12),
        enabled: true,
        createdAt: new Date().toISOString(),
        updatedAt: new Date().toISOString(),
        createdBy: '',
        signature: 'none',
        formBodies: false,
      };
      access.webhooks.push(webhook);
      return { webhook, token };
    },
    'webhooks.regenerate': (input) => ({
      webhook: change(input, { tokenPrefix: token.slice(0, 12) }),
      token,
    }),
    'webhooks.toggle': (input) => change(input, { enabled: input['enabled'] === true }),
    'webhooks.setSignature': (input) => ({
      webhook: change(input, { signature: input['signature'] as Webhook['signature'] }),
      secret: input['signature'] === 'none' ? '' : 'whsec_6TqLr9ZpXv2MnB4K',
    }),
    'webhooks.update': (input) => change(input, { formBodies: input['formBodies'] === true }),
    'webhooks.setup': ({ fileName }) => ({
      path: `/api/v1/webhooks/${String(fileName)}`,
      steps: [
        'Only this computer can reach this engine now. For a sender elsewhere, start the engine with `--tunnel`, or set `host`.',
        'On GitHub, open Settings, Webhooks of the repository or organization, and select Add webhook.',
        'Payload URL: enter the address of this webhook.',
        'Content type: select `application/json`.',
        'Secret: enter the secret of this webhook.',
      ],
    }),
    'webhooks.test': (input) => {
      const { enabled } = find(input);
      const outcome = enabled
        ? { status: 200, reason: '', dagRunId: '019a9b2e-4c1d-7e33-9f10-0a0b0c0d0e0f' }
        : { status: 403, reason: 'webhook is disabled', dagRunId: '' };
      const receivedAt = new Date().toISOString();
      const id = access.deliveries.length + 1;
      access.deliveries = [
        { id, receivedAt, origin: 'test', bytes: 188, ...outcome },
        ...access.deliveries,
      ];
      return outcome;
    },
    'webhooks.delete': (input) => {
      const gone = find(input);
      access.webhooks = access.webhooks.filter((one) => one !== gone);
    },
    'webhooks.deliveries': () => ({ deliveries: access.deliveries }),
  };
}

function refused(node: string): string {
  return `The remote node ${node} is not available: connect ECONNREFUSED 10.0.4.12:8080.`;
}
