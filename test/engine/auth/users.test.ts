import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role, User } from '../../../engine/contract/auth.ts';
import type { EngineClient } from '../../../engine/contract/client.ts';
import { builtinServer, signed, type BuiltinServer } from './builtin-server.ts';

const password = 'a good password';

let server: BuiltinServer;
let client: EngineClient;
let root: User;

beforeAll(async () => {
  server = await builtinServer();
  ({ client } = server.engine);
  root = await makeUser('root', 'admin');
});
afterAll(() => server.stop());

async function makeUser(username: string, role: Role): Promise<User> {
  return (await client.call('users.create', { username, password, role })).user;
}

async function asUser(user: User, path: string, method: string, body?: object) {
  return server.ask(path, { method, body, authorization: `Bearer ${await signed(user)}` });
}

describe('users', () => {
  it('are made, shown, changed and deleted, and never shown with their password', async () => {
    const ann = await makeUser('ann', 'viewer');

    const { users } = await client.call('users.list', {});
    const changed = await client.call('users.update', { userId: ann.id, role: 'operator' });
    await client.call('users.delete', { userId: ann.id });

    expect(ann).toMatchObject({
      username: 'ann',
      role: 'viewer',
      authProvider: 'builtin',
      isDisabled: false,
      lastLoginAt: '',
    });
    expect(ann.id).toMatch(/^[0-9a-f]{8}-/);
    expect(users.map(({ username }) => username)).toEqual(['ann', 'root']);
    expect(JSON.stringify(users)).not.toMatch(/hash|\$2b\$/i);
    expect(changed.user).toEqual({
      ...ann,
      role: 'operator',
      updatedAt: expect.stringMatching(/Z$/),
    });
    await expect(client.call('users.get', { userId: ann.id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it.each([
    [{ username: 'ROOT' }, 'already_exists', 'Username already exists'],
    [{ username: 'two words' }, 'bad_request', 'without spaces'],
    [{ username: 'x'.repeat(65) }, 'bad_request', '1 to 64'],
    [{ username: '' }, 'bad_request', '1 to 64'],
    [{ username: 'ro\u200bot' }, 'bad_request', 'must not have invisible'],
    [{ username: 'root\x1b[2K' }, 'bad_request', 'must not have invisible'],
    [{ password: 'short' }, 'bad_request', 'does not meet security requirements'],
    [{ password: 'ä'.repeat(37) }, 'bad_request', 'at most 72 bytes'],
    [{ role: 'emperor' }, 'bad_request', 'role'],
  ])('are refused with %j', async (field, code, words) => {
    const body = { username: 'new', password, role: 'viewer', ...field };
    const { json } = await asUser(root, '/users', 'POST', body);

    expect(json).toMatchObject({ code, message: expect.stringContaining(words) });
  });

  it('keep their name in another case, and get no name that somebody has', async () => {
    const { id: userId } = await makeUser('taken', 'viewer');

    const { user } = await client.call('users.update', { userId, username: 'Taken' });

    expect(user.username).toBe('Taken');
    await expect(client.call('users.update', { userId, username: 'Root' })).rejects.toMatchObject({
      code: 'already_exists',
    });
  });

  it.each([{ role: 'manager' as const }, { isDisabled: true }])(
    'always have an administrator among them: the last one is not changed to %j',
    async (change) => {
      const { id: userId } = await makeUser('deputy', 'admin');
      await client.call('users.update', { userId, isDisabled: true });

      await expect(
        client.call('users.update', { userId: root.id, ...change }),
      ).rejects.toMatchObject({
        code: 'forbidden',
        message: 'root is the last administrator. Create another one first',
      });

      await client.call('users.update', { userId, isDisabled: false });
      await client.call('users.update', { userId: root.id, ...change });
      await client.call('users.update', { userId: root.id, role: 'admin', isDisabled: false });
      await client.call('users.delete', { userId });
    },
  );

  it('do not delete themselves, nor the last administrator', async () => {
    const helper = await makeUser('helper', 'admin');
    const { id } = helper;
    const own = await asUser(helper, `/users/${id}`, 'DELETE');
    await client.call('users.delete', { userId: id });

    expect(own).toMatchObject({
      status: 403,
      json: { message: 'Cannot delete your own account' },
    });
    await expect(client.call('users.delete', { userId: root.id })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('are not needed by the owner of the machine, who comes by the socket or the window', async () => {
    const caller = await server.engine.authenticate({ authorization: 'x', origin: 'socket' });
    const { user } = await client.call('auth.me', {});

    expect(caller).toMatchObject({ kind: 'socket', role: 'admin', origin: 'socket' });

    expect(user).toMatchObject({ id: '', username: 'local', role: 'admin' });
    await expect(
      client.call('auth.changePassword', { currentPassword: 'x', newPassword: password }),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });
});
