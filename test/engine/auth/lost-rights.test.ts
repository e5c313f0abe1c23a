import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role, User } from '../../../engine/contract/auth.ts';
import type { EngineClient } from '../../../engine/contract/client.ts';
import type { Clock } from '../../../engine/lib/clock.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { eventually } from '../../support/engine.ts';
import { openStream, READY } from '../api/open-stream.ts';
import { builtinServer, signed, type BuiltinServer } from './builtin-server.ts';

const HEARTBEAT_MS = 15_000;
/** Streams are not asked again by their heartbeat here: what ends them is what took the rights. */
const clock: Clock = {
  ...systemClock,
  after: (delayMs, callback) =>
    delayMs === HEARTBEAT_MS ? () => undefined : systemClock.after(delayMs, callback),
};

let server: BuiltinServer;
let client: EngineClient;
let count = 0;

beforeAll(async () => {
  server = await builtinServer({}, clock);
  ({ client } = server.engine);
  await makeUser('admin');
});
afterAll(() => server.stop());

async function makeUser(role: Role): Promise<User> {
  count += 1;
  const user = { username: `user-${count}`, password: 'a good password', role };
  return (await client.call('users.create', user)).user;
}

const bearer = async (user: User): Promise<string> => `Bearer ${await signed(user)}`;

async function listen(authorization: string) {
  const port = Number(new URL(server.url).port);
  const stream = await openStream({ port }, '', '/events', { Authorization: authorization });
  await stream.until(READY);
  const ended = { yet: false };
  stream.response.on('end', () => (ended.yet = true));
  return { ...stream, ended };
}

/** Ways in which somebody loses the right to listen, by a token or by an API key of theirs. */
const ways: Readonly<
  Record<string, (user: User, asUser: (path: string, body: object) => Promise<unknown>) => unknown>
> = {
  'is deleted': ({ id: userId }) => client.call('users.delete', { userId }),
  'is disabled': ({ id: userId }) => client.call('users.update', { userId, isDisabled: true }),
};
const waysOfSessions: typeof ways = {
  ...ways,
  'gets another password': ({ id: userId }) =>
    client.call('users.resetPassword', { userId, newPassword: 'another password' }),
  'changes the own password': (_user, asUser) =>
    asUser('/auth/change-password', {
      currentPassword: 'a good password',
      newPassword: 'another password',
    }),
  'logs out': (_user, asUser) => asUser('/auth/logout', {}),
};

describe('an event stream ends at once', () => {
  it.each(Object.keys(waysOfSessions))('when its user %s, and no other does', async (way) => {
    const user = await makeUser('viewer');
    const authorization = await bearer(user);
    const stream = await listen(authorization);
    const other = await listen(await bearer(await makeUser('viewer')));
    const asUser = async (path: string, body: object) => {
      const { status } = await server.ask(path, { method: 'POST', authorization, body });
      // Whoever ends the own session is told that it is done.
      expect([200, 204]).toContain(status);
    };

    await waysOfSessions[way]?.(user, asUser);

    if (!stream.ended.yet) await once(stream.response, 'end');
    expect(other.ended.yet).toBe(false);
  });

  it.each(Object.keys(ways))('when the maker of its API key %s', async (way) => {
    const user = await makeUser('manager');
    const admin = await makeUser('admin');
    await client.call('users.update', { userId: user.id, role: 'admin' });
    const { json } = await server.ask('/api-keys', {
      method: 'POST',
      authorization: await bearer({ ...user, role: 'admin' }),
      body: { name: `key-${count}`, role: 'viewer' },
    });
    const stream = await listen(`Bearer ${String(json['key'])}`);

    await ways[way]?.(user, () => Promise.resolve());

    if (!stream.ended.yet) await once(stream.response, 'end');
    expect(admin.role).toBe('admin');
  });

  it('when its API key is deleted', async () => {
    const { key, apiKey } = await client.call('apiKeys.create', { name: 'gone', role: 'viewer' });
    const stream = await listen(`Bearer ${key}`);

    await client.call('apiKeys.delete', { keyId: apiKey.id });

    if (!stream.ended.yet) await once(stream.response, 'end');
  });

  it('when its session has expired', async () => {
    const user = await makeUser('viewer');
    const stream = await listen(`Bearer ${await signed(user, { lasts: 2 })}`);

    if (!stream.ended.yet) await once(stream.response, 'end');
  });
});

describe('an answer that takes long', () => {
  const spec = 'steps:\n  - command: sleep 60\n';

  async function waitFor(user: User, name: string) {
    const body = { dagRunId: name, timeout: 60 };
    const path = `/dags/long/start-sync`;
    const answer = server.ask(path, { method: 'POST', authorization: await bearer(user), body });
    await eventually(async () => {
      const { dagRuns } = await client.call('runs.list', { name: 'long', dagRunId: name });
      return dagRuns[0]?.statusLabel === 'running';
    }, 'the run is under way');
    return { answer };
  }

  beforeAll(() => client.call('dags.create', { name: 'long', spec }));

  it('is refused at once where its user has gone, and its run goes on', async () => {
    const user = await makeUser('operator');
    const { answer } = await waitFor(user, 'deleted');

    await client.call('users.delete', { userId: user.id });

    expect(await answer).toMatchObject({ status: 401, json: { code: 'unauthorized' } });
    const { dagRun } = await client.call('runs.get', { name: 'long', dagRunId: 'deleted' });
    expect(dagRun.statusLabel).toBe('running');
    await client.call('runs.stop', { name: 'long', dagRunId: 'deleted' });
  });

  it('is refused at once to a role that is too low by now, which may listen still', async () => {
    const user = await makeUser('operator');
    const { answer } = await waitFor(user, 'lowered');
    const stream = await listen(await bearer(user));

    await client.call('users.update', { userId: user.id, role: 'viewer' });

    expect(await answer).toMatchObject({ status: 403, json: { code: 'forbidden' } });
    await client.call('runs.stop', { name: 'long', dagRunId: 'lowered' });
    await stream.until('"dagRunId":"lowered"');
    expect(stream.ended.yet).toBe(false);
  });
});
