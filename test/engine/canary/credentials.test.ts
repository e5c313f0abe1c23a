import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startServer } from '../../../engine/server/start-server.ts';
import type { Config } from '../../../engine/config/config.ts';
import { operationNames, operations } from '../../../engine/contract/operations.ts';
import { builtinAuth, freePort, temporaryConfig } from '../../support/home.ts';
import { anIdentityProvider, CLIENT } from '../../support/identity-provider.ts';
import { found, keepingLogger } from './look-for.ts';

/** A word that is in no text but where it was given. */
const canary = (name: string): string => `canary-${name}-8f3a1c`;
const CLIENT_URL = 'http://127.0.0.1:1';
const spec = 'steps:\n  - command: "true"\n';

const given = {
  admin: canary('admin'),
  user: canary('user'),
  reset: canary('reset'),
  changed: canary('changed'),
  typedAsName: canary('typed-as-name'),
  basic: canary('basic'),
  signing: canary('signing').repeat(2),
  nodeToken: canary('node-token'),
  nodePassword: canary('node-password'),
  signature: canary('signature'),
  clientSecret: CLIENT.secret,
};

const basicHeader = (name: string, password: string): string =>
  Buffer.from(`${name}:${password}`).toString('base64');

async function aConfig(issuer: string): Promise<Config> {
  // Nobody answers there, which is when errors speak of how they asked.
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const node = { baseUrl, timeoutMs: 2000, tls: { caFile: null, skipVerify: false } };
  return temporaryConfig({
    metrics: 'public',
    accessLog: 'all',
    rateLimiting: { enabled: 'off', loginAttempts: 5, windowMs: 1, blockMs: 1 },
    remoteNodes: [
      { ...node, name: 'by-token', auth: { type: 'token', token: given.nodeToken } },
      {
        ...node,
        name: 'by-password',
        auth: { type: 'basic', username: 'far', password: given.nodePassword },
      },
    ],
    auth: {
      ...builtinAuth,
      admin: { username: 'root', password: given.admin },
      basic: { username: 'script', password: given.basic },
      token: { secret: given.signing, store: 'file', ttlMs: 86_400_000 },
      oidc: {
        issuer,
        clientId: CLIENT.id,
        clientSecret: CLIENT.secret,
        clientUrl: CLIENT_URL,
        scopes: ['openid', 'email'],
        autoSignup: true,
        defaultRole: 'viewer',
        groupsClaim: 'groups',
        groupMappings: {},
        strict: false,
        skipRoleSync: false,
        allowedDomains: [],
        whitelist: [],
      },
    },
  });
}

/** A served engine whose every word is kept: what it logs and announces, and what it answers unless that is a secret. */
async function aWatchedServer(config: Config) {
  const said: string[] = [];
  const server = await startServer({ config, log: keepingLogger(said) });
  server.engine.subscribe({}, (event) => said.push(JSON.stringify(event)));

  const ask = async (method: string, path: string, authorization: string, body?: unknown) => {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        ...(authorization === '' ? {} : { Authorization: authorization }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };

  return {
    said,
    stop: server.stop,
    /** Any request whose answer must hold no secret. */
    say: async (...request: Parameters<typeof ask>): Promise<number> => {
      const { status, text } = await ask(...request);
      said.push(`${request[0]} ${request[1]}: ${status} ${text}`);
      return status;
    },
    /** A request whose answer is a secret, in this field. */
    obtain: async (field: string, ...request: Parameters<typeof ask>): Promise<string> => {
      const { status, text } = await ask(...request);
      const secret = (JSON.parse(text) as Record<string, unknown>)[field];
      if (typeof secret !== 'string') throw new Error(`${request[1]}: ${status} ${text}`);
      return secret;
    },
    json: async (...request: Parameters<typeof ask>) => JSON.parse((await ask(...request)).text),
  };
}

type Watched = Awaited<ReturnType<typeof aWatchedServer>>;

/** Passwords and sessions, rightly and wrongly used. Returns the session of the administrator. */
async function useLogins({ say, obtain, json }: Watched, secrets: string[]): Promise<string> {
  const logIn = async (username: string, password: string): Promise<string> => {
    const token = await obtain('token', 'POST', '/auth/login', '', { username, password });
    secrets.push(token);
    return `Bearer ${token}`;
  };
  const admin = await logIn('root', given.admin);
  await say('POST', '/auth/login', '', { username: 'nobody', password: given.admin });
  await say('POST', '/auth/login', '', { username: given.typedAsName, password: 'x' });
  await say('POST', '/auth/login', '', { username: 7, password: given.admin });
  await say('POST', '/auth/setup', '', { username: 'other', password: given.user });
  const fresh = { username: 'ann', password: given.user, role: 'viewer' };
  const { user } = await json('POST', '/users', admin, fresh);
  await say('POST', '/users', admin, { ...fresh, role: 'king' });
  await say('POST', '/users', admin, fresh);
  const { id } = user as { readonly id: string };
  await say('POST', `/users/${id}/reset-password`, admin, { newPassword: given.reset });
  const ann = await logIn('ann', given.reset);
  const change = { currentPassword: given.reset, newPassword: given.changed };
  secrets.push(await obtain('token', 'POST', '/auth/change-password', ann, change));
  await say('POST', '/auth/change-password', admin, change);
  await say('GET', '/dags', ann);
  await say('GET', '/dags', `${admin}x`);
  await say('GET', '/dags', `Basic ${basicHeader('script', given.basic)}`);
  await say('GET', '/dags', `Basic ${basicHeader('wrong', given.basic)}`);
  return admin;
}

async function useKeys({ say, obtain }: Watched, admin: string): Promise<readonly string[]> {
  const key = await obtain('key', 'POST', '/api-keys', admin, { name: 'ci', role: 'operator' });
  await say('GET', '/dags', `Bearer ${key}`);
  await say('GET', '/users', `Bearer ${key}`);
  await say('GET', '/dags', `Bearer ${key}x`);
  return [key];
}

async function useWebhooks({ say, obtain }: Watched, admin: string): Promise<readonly string[]> {
  await say('POST', '/dags', admin, { name: 'hooked', spec });
  const token = await obtain('token', 'POST', '/dags/hooked/webhook', admin);
  await say('POST', '/webhooks/hooked', `Bearer ${token}`, { payload: { a: 1 } });
  await say('POST', '/webhooks/hooked', `Bearer ${token}x`, {});
  await say('GET', '/dags', `Bearer ${token}`);
  const second = await obtain('token', 'POST', '/dags/hooked/webhook/regenerate', admin);
  await say('POST', '/webhooks/hooked', `Bearer ${token}`, {});
  const signature = { signature: 'github', secret: given.signature };
  await obtain('secret', 'POST', '/dags/hooked/webhook/signature', admin, signature);
  await say('POST', '/webhooks/hooked', `Bearer ${second}`, {});
  for (const form of ['github', 'gitlab', 'slack', 'stripe', 'hmac']) {
    const chosen = { signature: form, secret: given.signature };
    await obtain('secret', 'POST', '/dags/hooked/webhook/signature', admin, chosen);
    await say('POST', '/dags/hooked/webhook/test', admin, {});
    await say('GET', '/dags/hooked/webhook/setup', admin);
    await say('GET', '/dags/hooked/webhook', admin);
  }
  const digest = createHmac('sha256', given.signature).update('{}').digest('hex');
  return [token, second, digest];
}

/** Nodes that do not answer, and a provider that does not like the code. */
async function useOthers({ say, json }: Watched, admin: string, callback: string[]): Promise<void> {
  for (const node of ['by-token', 'by-password']) {
    await say('POST', `/remote-nodes/${node}/test`, admin);
    await say('GET', `/dags?remoteNode=${node}`, admin);
  }
  const { state } = await json('POST', '/auth/oidc/start', '');
  callback.push(String(state));
  await say('POST', '/auth/oidc/finish', '', { code: canary('code'), state });
}

/** Every question that needs no name, the audit log and the metrics among them. */
async function askEverything({ say }: Watched, admin: string): Promise<void> {
  const plain = operationNames
    .map((name) => operations[name])
    .filter(({ method, path }) => method === 'get' && !path.includes('{'));
  for (const { path } of plain) await say('GET', path, admin);
  await say('GET', '/dags/hooked/webhook/deliveries', admin);
}

function filesOf(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [file, readFileSync(file, 'latin1')] as const);
}

describe('a credential', () => {
  it('is found in no log, answer, event, metric, row or file, however it was used', async () => {
    const provider = await anIdentityProvider({}, `${CLIENT_URL}/login/callback`);
    const config = await aConfig(provider.issuer);
    const watched = await aWatchedServer(config);
    const secrets: string[] = [...Object.values(given), canary('code')];
    secrets.push(basicHeader('script', given.basic), basicHeader('far', given.nodePassword));

    const admin = await useLogins(watched, secrets);
    secrets.push(...(await useKeys(watched, admin)), ...(await useWebhooks(watched, admin)));
    await useOthers(watched, admin, secrets);
    await askEverything(watched, admin);
    await watched.stop();

    const home = dirname(config.paths.dataDir);
    const places = [...watched.said.map((line) => ['said', line] as const), ...filesOf(home)];
    const findings = places.flatMap(([where, text]) =>
      secrets.flatMap((secret) => found(where, text, secret)),
    );
    expect(findings).toEqual([]);
    expect(new Set(secrets).size).toBeGreaterThan(18);
    // What was asked has been answered, so the silence means something.
    const statuses = watched.said.flatMap((line) => /: (\d{3}) /.exec(line)?.[1] ?? []);
    expect(new Set(statuses)).toEqual(new Set(['200', '201', '400', '401', '403', '409', '503']));
    // Names may be seen, and are: the hunt looks where credentials would be.
    const seen = places.filter(([, text]) => found('', text, 'hooked').length > 0);
    expect(seen.map(([where]) => where)).toEqual(
      expect.arrayContaining(['said', expect.stringMatching(/engine\.db$/)]),
    );
  }, 60_000);
});
