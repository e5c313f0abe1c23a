import { describe, expect, it } from 'vitest';
import { refuseEmbeddedGet } from '../../../engine/api/guard.ts';
import { operations } from '../../../engine/contract/operations.ts';
import { anApi, ask, type Sent } from './an-api.ts';
import { ownAddress } from './own-address.ts';
import { rawAsk } from './raw-ask.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
const places = ['/api/v1/dags', '/api/v1/events', '/api/v1/nowhere', '/', '/assets/app.js'];

/** Headers as a hostile page or a rebound name would make the browser send them; PORT is replaced by ours. */
const hostile: readonly Record<string, string>[] = [
  { Host: 'rebind.attacker.example' },
  { Host: 'rebind.attacker.example:PORT' },
  { Host: '192.168.0.7:PORT' },
  { Host: '127.0.0.1' },
  { Host: '127.0.0.1:1' },
  { Host: '127.0.0.1:PORT.attacker.example' },
  { Host: 'localhost.:PORT' },
  { Host: 'user@localhost:PORT' },
  { Host: '0.0.0.0:PORT' },
  { Host: '[::]:PORT' },
  { Host: ' ' },
  { Origin: 'https://news.example' },
  { Origin: 'null' },
  { Origin: '' },
  { Origin: 'http://127.0.0.1' },
  { Origin: 'http://127.0.0.1:1' },
  { Origin: 'https://127.0.0.1:PORT' },
  { Origin: 'http://localhost:PORT' },
  { Origin: 'http://127.0.0.1:PORT/' },
  { Origin: 'http://127.0.0.1:PORT.attacker.example' },
  { Origin: 'file://' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': '' },
  { 'Sec-Fetch-Site': 'none, cross-site' },
];

function withPort(headers: Record<string, string>, port: number): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', String(port))]),
  );
}

describe('the guard', () => {
  it.each(hostile)('refuses every method at every address with %o', async (headers) => {
    const api = await anApi();

    for (const method of methods) {
      for (const path of places) {
        const answer = await ask(api, path, { method, headers: withPort(headers, api.port) });
        expect({ method, path, status: answer.status }).toEqual({ method, path, status: 403 });
        if (method !== 'HEAD') expect(answer.json).toMatchObject({ code: 'forbidden' });
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      }
    }
    expect(api.calls).toEqual([]);
    expect(api.subscribers).toEqual([]);
  });

  it.each<Record<string, string>>([
    {},
    { Host: 'localhost:PORT' },
    { Host: 'LocalHost:PORT' },
    { Host: '[::1]:PORT' },
    { Origin: 'http://127.0.0.1:PORT' },
    { Host: 'localhost:PORT', Origin: 'http://localhost:PORT' },
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
  ])('lets programs and our own page pass with %o', async (headers) => {
    const api = await anApi();

    const sent: Sent = { headers: withPort(headers, api.port) };

    expect((await ask(api, '/api/v1/dags', sent)).status).toBe(200);
    expect(api.calls).toHaveLength(1);
  });

  it.each(['Host', 'Origin', 'Sec-Fetch-Site', 'Content-Type', 'Authorization'])(
    'refuses two headers %s, of which Node would show only one',
    async (name) => {
      const api = await anApi();
      const own = `127.0.0.1:${api.port}`;
      const value = name === 'Host' ? own : name === 'Origin' ? `http://${own}` : 'none';

      const answer = await rawAsk(api.port, [
        'GET /api/v1/dags HTTP/1.1',
        `Host: ${own}`,
        `${name}: ${value}`,
        ...(name === 'Host' ? [] : [`${name.toLowerCase()}: ${value}`]),
      ]);

      expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*"code":"bad_request"/);
      expect(api.calls).toEqual([]);
    },
  );

  it('finds a hostile header behind thousands of others', async () => {
    const api = await anApi();
    const filler = Array.from({ length: 3000 }, () => 'a:');

    const answer = await rawAsk(api.port, [
      'GET /api/v1/dags HTTP/1.1',
      `Host: 127.0.0.1:${api.port}`,
      ...filler,
      'Origin: https://news.example',
    ]);

    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(api.calls).toEqual([]);
  });

  it.each(['HTTP/1.1', 'HTTP/1.0'])('refuses %s without a Host header', async (version) => {
    const api = await anApi();

    const answer = await rawAsk(api.port, [`GET /api/v1/dags ${version}`]);

    expect(answer).toMatch(/^HTTP\/1\.1 403 [^]*"code":"forbidden"/);
  });

  it.each([
    ['http://127.0.0.1:PORT/api/v1/dags', '200'],
    ['http://attacker.example/api/v1/dags', '403'],
    ['http://attacker.example:PORT/', '403'],
    ['http://attacker.example@127.0.0.1:PORT/', '403'],
    ['https://127.0.0.1:PORT/api/v1/dags', '403'],
    ['http://me@127.0.0.1:PORT/api/v1/dags', '403'],
    ['http://[/api/v1/dags', '403'],
    ['nonsense:', '400'],
  ])('judges the host of the whole target %s: %s', async (target, status) => {
    const api = await anApi();

    const answer = await rawAsk(api.port, [
      `GET ${target.replace('PORT', String(api.port))} HTTP/1.1`,
      `Host: 127.0.0.1:${api.port}`,
    ]);

    expect(answer.split(' ')[1]).toBe(status);
  });

  it('hardens every answer, refusals included', async () => {
    const api = await anApi();

    for (const [path, headers] of [
      ['/api/v1/dags', {}],
      ['/api/v1/nowhere', {}],
      ['/', {}],
      ['/api/v1/dags', { Origin: 'null' }],
    ] as const) {
      const answer = await ask(api, path, { headers });
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(answer.headers).not.toHaveProperty('x-powered-by');
      expect(Object.keys(answer.headers).join()).not.toContain('access-control');
    }
  });
});

describe('names of this server beside its own', () => {
  const allowedHosts = ['Flows.Example', 'other.example:8443'];

  it.each([
    ['flows.example', {}, 200],
    ['FLOWS.example:PORT', {}, 200],
    ['other.example:8443', {}, 200],
    ['flows.example', { Origin: 'http://flows.example' }, 200],
    // A server in front speaks HTTPS for us.
    ['flows.example', { Origin: 'https://flows.example' }, 200],
    ['other.example:8443', { Origin: 'https://other.example:8443' }, 200],
    ['flows.example', { Origin: 'https://flows.example:1' }, 403],
    ['flows.example', { Origin: 'http://127.0.0.1:PORT' }, 403],
    ['flows.example:1', {}, 403],
    ['flows.example:00000', {}, 403],
    ['other.example', {}, 403],
    ['a.flows.example', {}, 403],
    ['flows.example.evil', {}, 403],
    ['127.0.0.1:PORT', { Origin: 'https://127.0.0.1:PORT' }, 403],
  ])('are exact: %s with %o is answered %i', async (host, headers, status) => {
    const api = await anApi({ allowedHosts });
    const sent = withPort({ Host: host, ...headers }, api.port);

    expect((await ask(api, '/api/v1/dags', { headers: sent })).status).toBe(status);
  });
});

describe.skipIf(ownAddress === undefined)('an address of the network', () => {
  it.each([
    ['OWN:PORT', {}, 200],
    ['OWN:PORT', { Origin: 'http://OWN:PORT' }, 200],
    ['127.0.0.1:PORT', {}, 200],
    ['OWN:PORT', { Origin: 'http://127.0.0.1:PORT' }, 403],
    ['OWN', {}, 403],
    ['OWN.nip.example:PORT', {}, 403],
    ['0.0.0.0:PORT', {}, 403],
  ])(
    'is a name of this server to those who come by it: %s with %o is answered %i',
    async (host, headers, status) => {
      const api = await anApi({ host: '0.0.0.0', authenticates: true });
      const sent = withPort({ Host: host, ...headers }, api.port);
      const own = Object.entries(sent).map(([name, value]) => [
        name,
        value.replace('OWN', ownAddress ?? ''),
      ]);

      const answer = await ask(api, '/api/v1/dags', {
        headers: Object.fromEntries(own),
        to: ownAddress,
      });

      expect(answer.status).toBe(status);
    },
  );

  it('is none to those who come by another', async () => {
    const api = await anApi({ host: '0.0.0.0', authenticates: true });
    const headers = { Host: `${ownAddress}:${api.port}` };

    expect((await ask(api, '/api/v1/dags', { headers })).status).toBe(403);
  });
});

describe('the page to which an identity provider sends the browser back', () => {
  const link = {
    Accept: 'text/html,*/*;q=0.8',
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'document',
  };
  const callback = '/login/callback?code=c&state=s';

  it('is given, as a file', async () => {
    const api = await anApi();

    const answer = await ask(api, callback, { headers: link });

    expect([answer.status, api.calls]).toEqual([200, []]);
  });

  it.each([
    ['another page', '/login', 'GET', link],
    ['an operation', '/api/v1/dags', 'GET', link],
    ['a path that looks like it', '/login/callback/', 'GET', link],
    ['a form', callback, 'POST', link],
    ['a page of its own', callback, 'GET', { ...link, Origin: 'https://idp.example' }],
    ['one that contradicts itself', callback, 'GET', { ...link, Origin: 'http://127.0.0.1:PORT' }],
    ['an image', callback, 'GET', { ...link, 'Sec-Fetch-Dest': 'image' }],
    ['a frame', callback, 'GET', { ...link, 'Sec-Fetch-Dest': 'iframe' }],
    ['a script', callback, 'GET', { ...link, 'Sec-Fetch-Mode': 'cors' }],
    ['a browser that says nothing of itself', callback, 'GET', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a rebound name', callback, 'GET', { ...link, Host: 'rebind.example:PORT' }],
  ])('is all that it may open: not %s', async (_name, path, method, headers) => {
    const api = await anApi();

    const answer = await ask(api, path, { method, headers: withPort(headers, api.port) });

    expect([answer.status, api.calls]).toEqual([403, []]);
  });
});

describe('refuseEmbeddedGet', () => {
  const changing = { ...operations['dags.get'], access: 'operator' } as const;

  it.each(['image/avif,image/webp,*/*;q=0.8', 'text/html', ''])(
    'refuses a GET that changes something to a browser that wants %s',
    (accept) => {
      expect(() => refuseEmbeddedGet(changing, { accept })).toThrow(/Accept: application\/json/);
    },
  );

  it.each(['*/*', '*/*;q=0.8', 'application/json', 'text/plain, application/json;q=0.9'])(
    'lets a program pass that accepts %s',
    (accept) => {
      expect(() => refuseEmbeddedGet(changing, { accept })).not.toThrow();
    },
  );

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-dest': 'script' },
    { 'sec-fetch-mode': 'no-cors' },
  ])('refuses what a browser may have embedded elsewhere, whatever it takes: %j', (marks) => {
    const headers = { accept: '*/*', ...marks };

    expect(() => refuseEmbeddedGet(changing, headers)).toThrow(/other origins/);
  });

  it('answers a program that says nothing, and our own page', () => {
    const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', accept: '*/*' };

    expect(() => refuseEmbeddedGet(changing, {})).not.toThrow();
    expect(() => refuseEmbeddedGet(changing, own)).not.toThrow();
    // As the fetch of Node asks.
    expect(() => refuseEmbeddedGet(changing, { 'sec-fetch-mode': 'cors' })).not.toThrow();
  });

  it('lets anybody read', () => {
    expect(() => refuseEmbeddedGet(operations['dags.get'], { accept: 'image/webp' })).not.toThrow();
  });
});
