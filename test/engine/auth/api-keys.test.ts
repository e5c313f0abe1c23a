import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApiKeys, makeApiKey } from '../../../engine/auth/api-keys.ts';
import type { ApiKey, Role, User } from '../../../engine/contract/auth.ts';
import type { EngineClient } from '../../../engine/contract/client.ts';
import { createCaches } from '../../../engine/services/caches.ts';
import { insertApiKey } from '../../../engine/storage/api-keys.ts';
import { openDatabase } from '../../../engine/storage/database.ts';
import { WriteQueue } from '../../../engine/storage/write-queue.ts';
import { silentLogger } from '../../support/engine.ts';
import { temporaryFolder } from '../../support/home.ts';
import { travelClock } from '../../support/travel-clock.ts';
import { manualClock } from '../api/manual-clock.ts';
import { builtinServer, signed, withoutUsers, type BuiltinServer } from './builtin-server.ts';

const basic = { username: 'script', password: 'a password of its own' };
const clock = travelClock('2026-05-01T12:00:00Z');

let server: BuiltinServer;
let client: EngineClient;

beforeAll(async () => {
  server = await builtinServer({ auth: { ...withoutUsers, basic } }, clock);
  ({ client } = server.engine);
});
afterAll(() => server.stop());

const get = (path: string, authorization: string) => server.ask(path, { authorization });
const opens = async (key: string): Promise<boolean> =>
  (await get('/dags', `Bearer ${key}`)).status === 200;

async function makeKey(name: string, role: Role = 'viewer') {
  return client.call('apiKeys.create', { name, role });
}

async function shown({ id: keyId }: ApiKey): Promise<ApiKey> {
  return (await client.call('apiKeys.get', { keyId })).apiKey;
}

async function cachedKeys(): Promise<number> {
  const text = await client.call('system.metrics', {});
  return Number(/^svc_cache_entries_total\{cache="api_key"\} (\d+)$/m.exec(text)?.[1]);
}

describe('an API key', () => {
  it('is shown once, and kept as a hash', async () => {
    const { apiKey, key } = await client.call('apiKeys.create', {
      name: 'ci',
      description: 'for the pipeline',
      role: 'operator',
    });

    const { apiKeys } = await client.call('apiKeys.list', {});

    expect(key).toMatch(/^svc_[1-9A-HJ-NP-Za-km-z]{40,44}$/);
    expect(apiKey).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-/),
      name: 'ci',
      description: 'for the pipeline',
      role: 'operator',
      keyPrefix: key.slice(0, 8),
      createdBy: '',
      createdAt: expect.stringMatching(/^2026-05-01T12:0.*Z$/),
      updatedAt: apiKey.createdAt,
    });
    expect(apiKeys).toEqual([apiKey]);
    expect(await opens(key)).toBe(true);
    expect(await opens(`${key.slice(0, -1)}${key.endsWith('1') ? '2' : '1'}`)).toBe(false);
  });

  it('is verified once for a hundred requests at the same time', async () => {
    const { key, apiKey } = await makeKey('busy', 'admin');
    const credentials = { authorization: `Bearer ${key}`, origin: '192.0.2.1' };
    const { authenticate } = server.engine;

    // One for each would be more than may wait.
    const callers = await Promise.all(Array.from({ length: 150 }, () => authenticate(credentials)));

    expect(new Set(callers.map(({ name }) => name))).toEqual(new Set(['busy']));
    expect((await get('/auth/me', `Bearer ${key}`)).json).toMatchObject({
      user: { id: '', username: 'busy', role: 'admin' },
    });
    await client.call('apiKeys.delete', { keyId: apiKey.id });
  });

  it('notes its uses, once a minute at most', async () => {
    const { key, apiKey } = await makeKey('used');
    const before = await shown(apiKey);

    await opens(key);
    const { lastUsedAt: first } = await shown(apiKey);
    await opens(key);
    const { lastUsedAt: second } = await shown(apiKey);
    clock.sleep(61_000);
    await opens(key);
    const { lastUsedAt: third } = await shown(apiKey);

    expect(before).not.toHaveProperty('lastUsedAt');
    expect(first).toMatch(/Z$/);
    expect(second).toBe(first);
    expect(Date.parse(third ?? '') - Date.parse(first ?? '')).toBeGreaterThanOrEqual(60_000);
    expect((await shown(apiKey)).updatedAt).toBe(apiKey.updatedAt);
  });

  it('has one note of its use waiting for a disk, and not one for each request', async () => {
    const db = openDatabase(join(temporaryFolder(), 'engine.db'));
    onTestFinished(() => void db.close());
    const writes = new WriteQueue(db, { clock: manualClock(), log: silentLogger() });
    const record = vi.spyOn(writes, 'commit');
    const keys = createApiKeys({
      db,
      writes,
      clock: manualClock(),
      verified: createCaches('low', manualClock()).apiKeys,
    });
    const { key, ...made } = await makeApiKey();
    const times = { createdAt: 0, updatedAt: 0, lastUsedAt: null };
    insertApiKey(db, {
      ...{ id: '1', name: 'busy', description: '', role: 'viewer', createdBy: '' },
      ...made,
      ...times,
    });
    db.pragma('query_only = true');

    for (let request = 1; request <= 20; request += 1) {
      await keys.find(key);
      writes.flush();
    }

    expect(writes.problem).toContain('readonly');
    expect(record).toHaveBeenCalledOnce();
    writes.close();
  });

  it('has the role that it was last given', async () => {
    const { key, apiKey } = await makeKey('promoted', 'viewer');
    const users = () => get('/users', `Bearer ${key}`);
    const before = (await users()).status;

    const changed = await client.call('apiKeys.update', { keyId: apiKey.id, role: 'admin' });

    expect(before).toBe(403);
    expect((await users()).status).toBe(200);
    expect(changed.apiKey).toMatchObject({ name: 'promoted', description: '', role: 'admin' });
  });

  it('may no more than its maker may at the moment, and no more than itself', async () => {
    const makeAdmin = (username: string) =>
      client.call('users.create', { username, password: 'a good password', role: 'admin' });
    // The last administrator could not be demoted.
    await makeAdmin('another');
    const { user } = await makeAdmin('demoted');
    const keys = [await keyOf(user, 'of an administrator'), await keyOf(user, 'small', 'operator')];
    const roles = () => Promise.all(keys.map(({ key }) => roleOf(key)));
    const seen = [await roles()];

    for (const role of ['manager', 'viewer', 'admin'] as const) {
      await client.call('users.update', { userId: user.id, role });
      seen.push(await roles());
    }

    expect(seen).toEqual([
      ['admin', 'operator'],
      ['manager', 'operator'],
      ['viewer', 'viewer'],
      ['admin', 'operator'],
    ]);
  });

  it('is refused at once when it is deleted, and leaves the memory', async () => {
    const { key, apiKey } = await makeKey('short lived');
    await opens(key);
    const before = await cachedKeys();

    await client.call('apiKeys.delete', { keyId: apiKey.id });

    expect(await opens(key)).toBe(false);
    expect(await cachedKeys()).toBe(before - 1);
    await expect(client.call('apiKeys.delete', { keyId: apiKey.id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is refused when it is deleted while it is verified', async () => {
    const { key, apiKey } = await makeKey('in the balance');

    const credentials = { authorization: `Bearer ${key}`, origin: '192.0.2.1' };
    const verdict = server.engine.authenticate(credentials);
    const answer = expect(verdict).rejects.toMatchObject({ code: 'unauthorized' });
    await client.call('apiKeys.delete', { keyId: apiKey.id });

    await answer;
  });

  it('is refused while its maker is disabled, and is deleted with its maker', async () => {
    const { user } = await client.call('users.create', {
      username: 'maker',
      password: 'a good password',
      role: 'admin',
    });
    const { key, apiKey } = await keyOf(user, 'of the maker');
    const second = await client.call('users.create', {
      username: 'second',
      password: 'a good password',
      role: 'admin',
    });
    const seen = [await opens(key)];

    for (const isDisabled of [true, false]) {
      await client.call('users.update', { userId: user.id, isDisabled });
      seen.push(await opens(key));
    }
    const cached = await cachedKeys();
    await client.call('users.delete', { userId: user.id });

    expect(await cachedKeys()).toBe(cached - 1);
    expect(second.user.role).toBe('admin');
    expect(apiKey.createdBy).toBe(user.id);
    expect([...seen, await opens(key)]).toEqual([true, false, true, false]);
    await expect(shown(apiKey)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that another key makes belongs to the maker of that key', async () => {
    const { user } = await client.call('users.create', {
      username: 'grandmother',
      password: 'a good password',
      role: 'admin',
    });
    const { key } = await keyOf(user, 'mother');

    const { json } = await server.ask('/api-keys', {
      method: 'POST',
      authorization: `Bearer ${key}`,
      body: { name: 'daughter', role: 'viewer' },
    });

    expect(json).toMatchObject({ apiKey: { createdBy: user.id } });
  });

  it.each([
    [{ name: 'twice' }, 409, 'API key with this name already exists'],
    [{ name: '' }, 400, 'Invalid API key name'],
    [{ name: ' \t\u200b' }, 400, 'Invalid API key name'],
    [{ name: 'x'.repeat(101) }, 400, 'Invalid API key name'],
    [{ name: 'new ' }, 400, 'must not start or end with a space'],
    [{ name: '\u200bnew' }, 400, 'must not start or end with a space'],
    [{ name: 'ne\u0007w' }, 400, 'control characters'],
    [{ description: 'x'.repeat(501) }, 400, 'description'],
    [{ role: 'emperor' }, 400, 'role'],
  ])('is refused with %j', async (field, status, words) => {
    if (status === 409) await makeKey('twice');
    const body = { name: 'new', role: 'viewer', ...field };
    const authorization = basicHeader(basic.username, basic.password);

    expect(await server.ask('/api-keys', { method: 'POST', authorization, body })).toMatchObject({
      status,
      json: { message: expect.stringContaining(words) },
    });
  });

  it.each(['Bearer', 'Bearer ', 'bearer\t'])(
    'is asked for where %j brings none',
    async (header) => {
      const answer = await get('/dags', header);

      expect(answer).toMatchObject({
        status: 401,
        json: { message: 'The Authorization header must be `Bearer` and a token or an API key.' },
      });
    },
  );

  it.each(['my key', 'm\u00fc\u{1f511}', 'a', '\u{1f468}\u200d\u{1f469}'])(
    'may be called %s',
    async (name) => {
      const { apiKey } = await makeKey(name);

      expect(apiKey.name).toBe(name);
    },
  );

  it('does not take the name of another one', async () => {
    await makeKey('first of two');
    const { apiKey } = await makeKey('second of two');
    const keyId = apiKey.id;

    await client.call('apiKeys.update', { keyId, name: 'second of two' });
    const rename = client.call('apiKeys.update', { keyId, name: 'first of two' });

    await expect(rename).rejects.toMatchObject({ code: 'already_exists' });
  });
});

async function roleOf(key: string): Promise<unknown> {
  const { json } = await get('/auth/me', `Bearer ${key}`);
  return (json['user'] as User).role;
}

async function keyOf(user: User, name: string, role: Role = 'admin') {
  const authorization = `Bearer ${await signed(user, { lasts: 40_000_000 })}`;
  const body = { name, role };
  const { json } = await server.ask('/api-keys', { method: 'POST', authorization, body });
  return json as { key: string; apiKey: ApiKey };
}

const basicHeader = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

describe('basic authentication', () => {
  it('knows the one user of the settings, who is an administrator', async () => {
    const { json } = await get('/auth/me', basicHeader(basic.username, basic.password));

    expect(json).toMatchObject({ user: { id: '', username: 'script', role: 'admin' } });
  });

  it.each([
    basicHeader('script', 'a password of its owner'),
    basicHeader('Script', basic.password),
    basicHeader('script', ''),
    `Basic ${Buffer.from('script').toString('base64')}`,
    'Basic',
    'Basic ====',
  ])('refuses %s', async (authorization) => {
    expect((await get('/auth/me', authorization)).status).toBe(401);
  });

  it('leaves no key behind that is valid where the settings do not switch it on', async () => {
    const before = await builtinServer({ auth: { ...withoutUsers, basic } });
    const make = async (name: string, authorization: string) => {
      const body = { name, role: 'admin' };
      const { json } = await before.ask('/api-keys', { method: 'POST', authorization, body });
      return json as { key: string; apiKey: ApiKey };
    };
    const first = await make('of basic', basicHeader(basic.username, basic.password));
    const second = await make('of that key', `Bearer ${first.key}`);
    const owner = await before.engine.client.call('apiKeys.create', { name: 'own', role: 'admin' });
    const keys = [first, second, owner];
    const statuses = (of: BuiltinServer) =>
      Promise.all(
        keys.map(
          async ({ key }) => (await of.ask('/dags', { authorization: `Bearer ${key}` })).status,
        ),
      );
    expect(keys.map(({ apiKey }) => apiKey.createdBy)).toEqual(['basic', 'basic', '']);
    expect(await statuses(before)).toEqual([200, 200, 200]);
    await before.stop();

    const after = await builtinServer({ paths: before.config.paths });

    expect(await statuses(after)).toEqual([401, 401, 200]);
    await after.stop();
  });

  it('is not accepted where the settings do not switch it on', async () => {
    const plain = await builtinServer();

    const { status, json } = await plain.ask('/dags', { authorization: basicHeader('a', 'b') });

    expect({ status, json }).toMatchObject({ status: 401, json: { code: 'unauthorized' } });
    await plain.stop();
  });
});

describe('without authentication', () => {
  it('everybody is the owner, whatever the header says', async () => {
    const { auth } = server.config;
    const open = await builtinServer({ auth: { ...auth, mode: 'none', basic: null } });

    const answers = await Promise.all(
      [undefined, 'Bearer svc_wh_x', 'Bearer a.b.c', 'Basic x', ''].map((authorization) =>
        open.ask('/dags', { authorization }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await open.ask('/users')).toMatchObject({ status: 401, json: { code: 'unauthorized' } });
    await open.stop();
  });
});
