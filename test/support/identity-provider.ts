import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js';
import { onTestFinished } from 'vitest';

export const CLIENT = { id: 'dagwright', secret: 'client-secret-of-the-test' } as const;

/** What the provider says about a person; `sub` is the name by which the person logs in. */
export type People = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface IdentityProvider {
  readonly issuer: string;
  /** Goes through a login as a browser does, and returns the address to which the provider sends it back. */
  readonly logIn: (url: string, person: string) => Promise<URL>;
  /** Requests that it got, as method and path. */
  readonly asked: readonly string[];
  /** Whether it answers nothing but errors from now on. */
  readonly fail: (isBroken: boolean) => void;
  /** From now on it answers requests to this path with this text; null: as it is. */
  readonly pretend: (path: string, text: string | null) => void;
}

/** A real provider on loopback, without pages: whoever wants to log in says so in the address of the login. */
export async function anIdentityProvider(
  people: People,
  callback: string,
): Promise<IdentityProvider> {
  const asked: string[] = [];
  const pretended = new Map<string, string | null>();
  let isBroken = false;
  let answer = (_request: IncomingMessage, _response: ServerResponse): void => undefined;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url?.replace(/\?.*/, '')}`);
    if (isBroken) response.writeHead(500).end();
    else answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, await configuration(people, callback));
  const serve = provider.callback();
  answer = (request, response) => {
    const text = pretended.get(request.url ?? '') ?? null;
    if (text !== null) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
      return;
    }
    const [, person] = /^\/login\/.*[?&]as=(\w+)$/.exec(request.url ?? '') ?? [];
    if (person === undefined) return void serve(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: person } });
  };
  return {
    issuer,
    asked,
    logIn: (url, person) => follow(url, person, callback),
    fail: (now) => {
      isBroken = now;
    },
    pretend: (path, text) => void pretended.set(path, text),
  };
}

async function configuration(people: People, callback: string): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [callback],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'one' }] },
    cookies: { keys: [randomUUID()] },
    claims: {
      openid: ['sub', 'groups'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username'],
    },
    // Without these it says that they should be set.
    adapter: class extends MemoryAdapter {},
    ttl: Object.fromEntries(lasting.map((what) => [what, 600])),
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, { uid }: { readonly uid: string }) => `/login/${uid}` },
    findAccount: (_ctx: unknown, sub: string) => {
      const person = people[sub];
      if (person === undefined) return undefined;
      return { accountId: sub, claims: () => ({ sub, ...person }) };
    },
    loadExistingGrant: grantAll,
  };
}

const lasting = ['Interaction', 'Grant', 'Session', 'AccessToken', 'IdToken', 'AuthorizationCode'];

/** Nobody is asked whether the client may know who it is. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const { accountId } = oidc.session ?? {};
  const { clientId } = oidc.client ?? {};
  if (accountId === undefined || clientId === undefined) return undefined;
  const grant = new oidc.provider.Grant({ accountId, clientId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

async function follow(url: string, person: string, callback: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(url);
  for (let hops = 0; hops < 10; hops += 1) {
    if (next.href.startsWith(callback)) return next;
    if (next.pathname.startsWith('/login/')) next.searchParams.set('as', person);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${response.status} ${await response.text()}`);
    next = new URL(location, next);
  }
  throw new Error('The provider sends the browser in circles.');
}
