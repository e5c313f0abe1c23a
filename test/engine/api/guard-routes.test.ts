import { describe, expect, it } from 'vitest';
import { operationNames, operations } from '../../../engine/contract/operations.ts';
import {
  API_PREFIX,
  EVENTS_PATH,
  fillPath,
  RUN_EVENTS_PATH,
} from '../../../engine/contract/rest.ts';
import { anApi, type TestApi } from './an-api.ts';
import { keptAsker, withEach } from './kept-ask.ts';

interface Route {
  readonly method: string;
  readonly path: string;
}

/** Everything that there is, and some things that there are not. */
const routes: readonly Route[] = [
  ...operationNames.map((name) => operations[name]),
  { method: 'get', path: EVENTS_PATH },
  { method: 'get', path: RUN_EVENTS_PATH },
  { method: 'get', path: '/nowhere' },
].map(({ method, path }) => ({
  method: method.toUpperCase(),
  path: API_PREFIX + fillPath(path, (name) => (name === 'dagRunId' ? 'latest' : 'x')),
}));
const pages = ['/', '/docs', '/login', '/login/callback', '/assets/app.js', '/index.html', '/api'];

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
const contentTypes = [
  undefined,
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
];

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** PORT is ours, OTHER a port of this machine that is not. */
const hosts = [
  ...['evil.example', 'evil.example:PORT', '127.0.0.1.evil.example:PORT', 'localhost.evil:PORT'],
  ...['localhost', '127.0.0.1', '127.0.0.1:OTHER', '[::1]:OTHER', '127.0.0.1:PORT.evil.example'],
  ...['0.0.0.0:PORT', '[::]:PORT', '127.1:PORT', '2130706433:PORT', '127.0.0.2:PORT'],
  ...['0x7f.1:PORT', '[::ffff:127.0.0.1]:PORT', 'localhost.:PORT', 'xn--localhst-9bb:PORT'],
  ...['', ' ', ':', ':PORT', '[', '[::1', '@127.0.0.1:PORT', 'a@127.0.0.1:PORT', '127.0.0.1:PORT/'],
  ...['127.0.0.1:PORT#', '127.0.0.1:PORT,evil.example', '127.0.0.1:%50', 'http://127.0.0.1:PORT'],
  ...['\xa0127.0.0.1:PORT', '\xff', '127.0.0.1:PORT 127.0.0.1:PORT', 'x'.repeat(4000)],
];
const origins = [
  ...['null', 'Null', '', 'https://evil.example', 'http://evil.example:PORT', 'file://', '*'],
  ...[
    'http://127.0.0.1',
    'http://127.0.0.1:OTHER',
    'https://127.0.0.1:PORT',
    'ftp://127.0.0.1:PORT',
  ],
  ...[
    'http://127.0.0.1:PORT.evil.example',
    'http://127.0.0.1:PORT@evil.example',
    'http://[::1]:PORT',
  ],
  ...['http://localhost:PORT', 'http://127.0.0.1:PORT/', 'HTTP://127.0.0.1:PORT', '127.0.0.1:PORT'],
  ...['chrome-extension://abcdefgh', 'http://127.0.0.1:PORT http://evil.example', 'undefined'],
  ...['http://127.0.0.1:PORT\xa0', '\xff', 'http://[', 'x'.repeat(4000)],
];
const sites = ['cross-site', 'same-site', 'Same-Origin', '', 'none, none', 'null', '\xff', 'other'];

const hostile: readonly Headers[] = [
  ...hosts.map((host) => ({ Host: host })),
  ...origins.map((origin) => ({ Origin: origin })),
  ...sites.map((site) => ({ 'Sec-Fetch-Site': site })),
  { Host: ['127.0.0.1:PORT', '127.0.0.1:PORT'] },
  { Host: ['127.0.0.1:PORT', 'evil.example'] },
  { Origin: ['http://127.0.0.1:PORT', 'http://127.0.0.1:PORT'] },
  { Origin: ['http://127.0.0.1:PORT', 'https://evil.example'] },
  { 'Sec-Fetch-Site': ['same-origin', 'same-origin'] },
  { 'Sec-Fetch-Site': ['none', 'cross-site'] },
  { 'Sec-Fetch-Mode': ['navigate', 'navigate'] },
  // What a login provider may do, on what is not the page that it may open.
  { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'document' },
  { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
];

/** Answers with the status. */
function asker({ port }: TestApi) {
  const ask = keptAsker({ port });
  const filled = (text: string): string =>
    text.replaceAll('PORT', String(port)).replaceAll('OTHER', String(port + 1));
  return async (route: Route, headers: Headers): Promise<number> => {
    const body = 'Content-Type' in headers && route.method !== 'TRACE' ? '{}' : '';
    const sent = Object.entries(headers).flatMap(([name, value]) =>
      [value].flat().flatMap((one) => [name, filled(one)]),
    );
    return (await ask({ ...route, headers: sent, body })).status;
  };
}

/** Those that were not refused. */
async function passing(
  attempts: readonly (readonly [Route, Headers])[],
  ask: (route: Route, headers: Headers) => Promise<number>,
): Promise<unknown[]> {
  const passed: unknown[] = [];
  await withEach(attempts, async ([route, headers]) => {
    const status = await ask(route, headers);
    if (status !== 400 && status !== 403) passed.push({ status, route, headers });
  });
  return passed;
}

describe('no hostile request passes the guard', () => {
  it('at any route, whatever the host, origin or site', async () => {
    const api = await anApi();
    const everywhere = [...routes, ...pages.map((path) => ({ method: 'GET', path }))];
    const attempts = everywhere.flatMap((route) =>
      hostile.map((headers) => [route, { ...headers, Accept: 'application/json' }] as const),
    );

    expect(await passing(attempts, asker(api))).toEqual([]);

    expect(api.calls).toEqual([]);
    expect(api.subscribers).toEqual([]);
    expect(api.logged).toEqual([]);
  });

  it('with any method and type of content', async () => {
    const api = await anApi();
    const paths = ['/api/v1/dags', '/api/v1/dags/x/start', '/api/v1/events', '/docs', '/'];
    const attempts = methods.flatMap((method) =>
      contentTypes.flatMap((type) =>
        hostile.map((headers, index) => {
          const path = paths[index % paths.length] ?? '/';
          return [
            { method, path },
            { ...headers, ...(type && { 'Content-Type': type }) },
          ] as const;
        }),
      ),
    );

    expect(await passing(attempts, asker(api))).toEqual([]);

    expect(api.calls).toEqual([]);
  });

  it('while those of a program reach every operation', async () => {
    const api = await anApi();
    const ask = asker(api);

    for (const route of routes.filter(({ path }) => !path.endsWith('/events'))) {
      await ask(route, { 'Content-Type': 'application/json' });
    }

    expect(new Set(api.calls.map(({ name }) => name))).toEqual(new Set(operationNames));
  });
});
