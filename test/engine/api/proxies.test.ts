import { describe, expect, it, onTestFinished } from 'vitest';
import type { Config } from '../../../engine/config/config.ts';
import { builtinServer, signed, withoutUsers, type BuiltinServer } from '../auth/builtin-server.ts';
import { ask, post, type Sent } from './an-api.ts';

const marks: readonly Record<string, string>[] = [
  { Forwarded: 'for=192.0.2.1' },
  { Via: '1.1 proxy' },
  { 'X-Forwarded-For': '192.0.2.1' },
  { 'x-forwarded-host': '' },
  { 'X-FORWARDED-Anything': 'x' },
  { 'X-Real-IP': '127.0.0.1' },
];
const mark = { 'X-Forwarded-For': '192.0.2.1' };
const allowedHosts = ['dags.example'];
const openAuth = { ...withoutUsers, mode: 'none' } as const;

async function aServer(overrides: Partial<Config>): Promise<BuiltinServer & { port: number }> {
  const server = await builtinServer(overrides);
  onTestFinished(server.stop);
  return { ...server, port: Number(new URL(server.url).port) };
}

const statusOf = async (server: { port: number }, path: string, headers: Sent['headers'] = {}) =>
  (await ask(server, `/api/v1${path}`, { headers, method: 'HEAD' })).status;

describe('without users, a proxy', () => {
  it.each(marks)('that gives itself away by %o is not the owner', async (headers) => {
    const server = await aServer({ auth: openAuth });

    expect(await ask(server, '/api/v1/dags', { headers })).toMatchObject({
      status: 403,
      json: { code: 'forbidden', message: expect.stringContaining('allowed_hosts') },
    });
    expect(await statusOf(server, '/events', headers)).toBe(403);
    expect(await statusOf(server, '/dags')).toBe(200);
    // What anybody may ask is told to anybody.
    expect(await statusOf(server, '/health', headers)).toBe(200);
  });

  it('speaks for the owner under a host that the settings name, and under no other', async () => {
    const server = await aServer({ auth: openAuth, allowedHosts });

    expect(await statusOf(server, '/dags', { ...mark, Host: 'dags.example' })).toBe(200);
    expect(await statusOf(server, '/dags', mark)).toBe(403);
    expect(await statusOf(server, '/dags', { ...mark, Host: 'other.example' })).toBe(403);
    expect(await statusOf(server, '/dags')).toBe(200);
  });
});

describe('with users, a proxy', () => {
  it('serves whoever has a valid token, under any host that is allowed', async () => {
    const server = await aServer({ allowedHosts });
    const { user } = await server.engine.client.call('users.create', {
      username: 'ann',
      password: 'a good password',
      role: 'viewer',
    });
    const Authorization = `Bearer ${await signed(user)}`;

    for (const Host of [`127.0.0.1:${server.port}`, 'dags.example']) {
      expect(await statusOf(server, '/dags', { ...mark, Host, Authorization })).toBe(200);
      expect(await statusOf(server, '/dags', { ...mark, Host })).toBe(401);
    }
  });

  it.each(['', 'Bearer a.b.c'])('makes no first administrator, with %j', async (Authorization) => {
    const server = await aServer({});
    const body = JSON.stringify({ username: 'root', password: 'a good password' });
    const headers = { ...mark, Authorization, 'Content-Type': 'application/json' };

    const throughProxy = await ask(server, '/api/v1/auth/setup', { method: 'POST', headers, body });

    expect(throughProxy).toMatchObject({ status: 403, json: { code: 'forbidden' } });
    expect(await post(server, '/api/v1/auth/setup', JSON.parse(body))).toMatchObject({
      status: 200,
    });
  });
});
