import bcrypt from 'bcrypt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Role, Session } from '../../../engine/contract/auth.ts';
import { nobody } from '../../../engine/contract/operations.ts';
import { anEngine } from '../../support/engine.ts';
import { builtinAuth, temporaryConfig } from '../../support/home.ts';
import { builtinServer, withoutUsers, type BuiltinServer } from './builtin-server.ts';

const PASSWORD = 'a good password';

let server: BuiltinServer;
beforeAll(async () => {
  server = await builtinServer();
});
afterAll(() => server.stop());

const post = (path: string, body: object, authorization?: string) =>
  server.ask(path, { method: 'POST', body, authorization });
const bearer = (token: unknown) => `Bearer ${String(token)}`;
const me = async (authorization: string) => server.ask('/auth/me', { authorization });

async function makeUser(username: string, role: Role = 'viewer'): Promise<string> {
  const { client } = server.engine;
  return (await client.call('users.create', { username, password: PASSWORD, role })).user.id;
}

async function logIn(username: string, password = PASSWORD): Promise<Session> {
  const { status, json } = await post('/auth/login', { username, password });
  expect(status).toBe(200);
  // The answer is that of the contract.
  return json as unknown as Session;
}

describe('the setup', () => {
  it('makes the first administrator once, however many try at the same time', async () => {
    expect((await server.ask('/auth/status')).json).toEqual({
      mode: 'builtin',
      needsSetup: true,
      oidc: false,
      inlineRuns: 'manager',
    });

    const answers = await Promise.all(
      ['root', 'other'].map((username) => post('/auth/setup', { username, password: PASSWORD })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    const session = answers.find(({ status }) => status === 200)?.json;
    expect((await me(bearer(session?.['token']))).json).toMatchObject({ user: { role: 'admin' } });
    expect((await server.ask('/auth/status')).json).toMatchObject({ needsSetup: false });
    expect((await post('/auth/setup', { username: 'late', password: PASSWORD })).status).toBe(403);
  });

  it.each([
    ['192.0.2.1', []],
    ['::ffff:192.0.2.1', []],
    // A proxy or a tunnel of this machine: anybody may speak through it.
    ['127.0.0.1', ['dags.example']],
    ['', []],
  ])('is refused to %j, with other host names %j', async (origin, allowedHosts) => {
    const engine = await anEngine({
      config: temporaryConfig({ auth: withoutUsers, allowedHosts }),
    });
    const root = { username: 'root', password: PASSWORD };

    const setup = engine.call('auth.setup', root, { ...nobody, origin });

    await expect(setup).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining("on the engine's machine"),
    });
    expect(await engine.client.call('auth.status', {})).toMatchObject({ needsSetup: true });
    // The owner of the machine needs no address.
    await engine.call('auth.setup', root, { ...nobody, origin: 'socket' });
  });

  it('is done by the settings where they name an administrator, at the first start alone', async () => {
    const first = await anEngine({ config: temporaryConfig({ auth: builtinAuth }) });
    const root = { username: 'root', password: 'root-password' };
    const { token } = await first.client.call('auth.login', root);
    await first.stop();

    const admin = { username: 'root', password: 'changed later' };
    const config = { ...first.config, auth: { ...builtinAuth, admin } };
    const second = await anEngine({ config });

    expect((await second.client.call('users.list', {})).users).toHaveLength(1);
    await expect(second.client.call('auth.login', admin)).rejects.toThrow('Invalid username');
    const credentials = { authorization: `Bearer ${token}`, origin: '192.0.2.1' };
    expect(await second.authenticate(credentials)).toMatchObject({ name: 'root', role: 'admin' });
  });
});

describe('a login', () => {
  it('gives a token that opens the interface, under the name in any case of its letters', async () => {
    await makeUser('Ann', 'operator');

    const session = await logIn('aNN');

    expect(Date.parse(session.expiresAt)).toBeGreaterThan(Date.now());
    expect(session.user).toMatchObject({ username: 'Ann', role: 'operator' });
    expect(session.user.lastLoginAt).not.toBe('');
    expect((await me(bearer(session.token))).json).toEqual({ user: session.user });
  });

  it('is refused in the same words for a wrong password, an unknown and a disabled user', async () => {
    await makeUser('known');
    const userId = await makeUser('gone');
    await server.engine.client.call('users.update', { userId, isDisabled: true });
    const compare = vi.spyOn(bcrypt, 'compare');

    const refusals = await Promise.all([
      post('/auth/login', { username: 'known', password: 'a wrong password' }),
      post('/auth/login', { username: 'known', password: '' }),
      post('/auth/login', { username: 'nobody', password: PASSWORD }),
      post('/auth/login', { username: 'gone', password: PASSWORD }),
    ]);

    for (const { status, headers, json } of refusals) {
      expect({ status, json }).toEqual({
        status: 401,
        json: { code: 'unauthorized', message: 'Invalid username or password' },
      });
      expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
    // Who is not there costs as much time as anybody.
    expect(compare.mock.calls.map(([, hash]) => hash.slice(0, 7))).toEqual(
      Array<string>(4).fill('$2b$12$'),
    );
    compare.mockRestore();
  });

  it('is refused to who is disabled while the password is compared', async () => {
    const userId = await makeUser('late');
    const { client } = server.engine;

    const login = client.call('auth.login', { username: 'late', password: PASSWORD });
    const answer = expect(login).rejects.toMatchObject({ code: 'unauthorized' });
    await client.call('users.update', { userId, isDisabled: true });

    await answer;
  });

  it('is refused for a while after too many that failed, and not to others', async () => {
    const rateLimiting = { loginAttempts: 2, windowMs: 60_000, blockMs: 120_000 } as const;
    const strict = await builtinServer({ rateLimiting: { ...rateLimiting, enabled: 'on' } });
    const { client } = strict.engine;
    await client.call('users.create', { username: 'ann', password: PASSWORD, role: 'viewer' });
    const logInWith = (password: string) =>
      strict.ask('/auth/login', { method: 'POST', body: { username: 'ann', password } });

    const all = await Promise.all(Array.from({ length: 10 }, () => logInWith('wrong')));
    // The owner's window is another place.
    const elsewhere = client.call('auth.login', { username: 'ann', password: PASSWORD });

    expect((await elsewhere).token).not.toBe('');
    const refused = all.filter(({ status }) => status === 429);
    expect(
      all
        .map(({ status }) => status)
        .toSorted()
        .slice(0, 2),
    ).toEqual([401, 401]);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ json: { code: 'rate_limited' } });
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await strict.ask('/health')).status).toBe(200);
    await strict.stop();
  });
});

describe('a session', () => {
  it('ends with a change of the password, and goes on with the token that this gives', async () => {
    await makeUser('changer');
    const old = bearer((await logIn('changer')).token);
    const change = (currentPassword: string, newPassword: string) =>
      post('/auth/change-password', { currentPassword, newPassword }, old);

    expect(await change('a wrong password', 'a new password')).toMatchObject({
      status: 401,
      json: { message: 'Current password is incorrect' },
    });
    const { status, json } = await change(PASSWORD, 'a new password');

    expect(status).toBe(200);
    expect((await me(old)).status).toBe(401);
    expect((await me(bearer(json['token']))).status).toBe(200);
    expect((await post('/auth/login', { username: 'changer', password: PASSWORD })).status).toBe(
      401,
    );
    await logIn('changer', 'a new password');
  });

  it('ends with the logout, and so do all others of the user', async () => {
    await makeUser('leaver');
    const [one, other] = [await logIn('leaver'), await logIn('leaver')];

    expect((await post('/auth/logout', {}, bearer(one.token))).status).toBe(200);

    expect((await me(bearer(one.token))).status).toBe(401);
    expect((await me(bearer(other.token))).status).toBe(401);
    expect((await me(bearer((await logIn('leaver')).token))).status).toBe(200);
  });

  it('ends when an administrator gives another password, and when the user is deleted', async () => {
    const userId = await makeUser('forgetful');
    const { client } = server.engine;
    const first = await logIn('forgetful');

    const said = await client.call('users.resetPassword', { userId, newPassword: 'brand new one' });

    expect(said).toEqual({ message: 'Password reset successfully' });
    expect((await me(bearer(first.token))).status).toBe(401);
    const second = await logIn('forgetful', 'brand new one');
    await client.call('users.delete', { userId });
    expect((await me(bearer(second.token))).status).toBe(401);
  });

  it('ends when the user is disabled, and does not come back with the user', async () => {
    const userId = await makeUser('suspect');
    const { client } = server.engine;
    const before = await logIn('suspect');
    await client.call('users.update', { userId, isDisabled: true });

    const whileDisabled = (await me(bearer(before.token))).status;
    await client.call('users.update', { userId, isDisabled: false });

    expect(whileDisabled).toBe(401);
    expect((await me(bearer(before.token))).status).toBe(401);
    await logIn('suspect');
  });

  it('goes on under another name and another role, which count at once', async () => {
    const userId = await makeUser('climber', 'viewer');
    const authorization = bearer((await logIn('climber')).token);
    const create = () =>
      server.ask('/dags', { method: 'POST', authorization, body: { name: 'climbed' } });
    const before = (await create()).status;

    await server.engine.client.call('users.update', { userId, role: 'manager', username: 'boss' });

    expect(before).toBe(403);
    expect((await create()).status).toBe(201);
    expect((await me(authorization)).json).toMatchObject({
      user: { username: 'boss', role: 'manager' },
    });
  });

  it('ends with another secret in the settings', async () => {
    const config = temporaryConfig({ auth: withoutUsers });
    const first = await anEngine({ config });
    const { token } = await first.client.call('auth.setup', { username: 'r', password: PASSWORD });
    await first.stop();

    const secret = 'another secret of at least 32 characters';
    const auth = { ...withoutUsers, token: { ...withoutUsers.token, secret } };
    const second = await anEngine({ config: { ...config, auth } });

    const credentials = { authorization: `Bearer ${token}`, origin: '192.0.2.1' };
    await expect(second.authenticate(credentials)).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
