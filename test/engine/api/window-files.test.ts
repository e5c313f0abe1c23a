import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import { anApi, ask } from './an-api.ts';

/** What a browser sends that goes to an address. */
const visit = {
  headers: { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
};

/** A built page below a folder with a secret beside it. */
function builtPage(): string {
  const folder = join(temporaryFolder('.hidden-parent'), 'out');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Page</title>');
  writeFileSync(join(folder, 'icon.svg'), '<svg/>');
  writeFileSync(join(folder, '.env'), 'secret');
  writeFileSync(join(folder, 'assets', 'index-a1b2c3.js'), 'run()');
  writeFileSync(join(folder, '..', 'secret.txt'), 'secret');
  return folder;
}

describe('the page of the window', () => {
  it.each([
    '/',
    '/dags',
    '/dags/some-dag/runs',
    '/runs?status=1',
    '/dags/big.log',
    '/runs/big.log/1.2',
  ])('is what %s shows, to be asked for anew each time', async (path) => {
    const api = await anApi({ assetsDir: builtPage() });

    const { status, headers, text } = await ask(api, path, visit);

    expect({ status, type: headers['content-type'], cache: headers['cache-control'] }).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
      cache: 'no-cache',
    });
    expect(text).toContain('<title>Page</title>');
    expect(headers.vary).toBe('Accept');
  });

  it.each([{}, { Accept: '*/*' }, { Accept: 'application/json' }, { Accept: 'text/plain;q=0.5' }])(
    'is shown at its root alone to programs, which send %j',
    async (headers) => {
      const api = await anApi({ assetsDir: builtPage() });

      for (const path of ['/metrics', '/health', '/dags/daily']) {
        const answer = await ask(api, path, { headers });
        expect(answer, path).toMatchObject({ status: 404, json: { code: 'not_found' } });
        expect(answer.headers.vary).toBe('Accept');
      }
      expect((await ask(api, '/', { headers })).text).toContain('<title>Page</title>');
    },
  );

  it.each([
    ...['bytes=9-1', 'bytes=0-0', 'bytes=-1', 'bytes=0-,-1', 'bytes=99999-', 'bytes=', 'bytes=a-b'],
    ...[
      'bytes=0-1,2-3,4-5',
      `bytes=${'0-,'.repeat(3000)}0-`,
      'items=0-1',
      'bytes=-0',
      'bytes=0-0x9',
    ],
  ])('is sent whole, whatever part a request asks for: %s', async (range) => {
    const api = await anApi({ assetsDir: builtPage() });

    for (const path of ['/', '/icon.svg', '/assets/index-a1b2c3.js']) {
      for (const condition of [{}, { 'If-Range': '"x"' }, { 'If-Range': 'never' }]) {
        const headers = { Range: range, ...condition };
        const { status, headers: received } = await ask(api, path, { headers });
        expect(status).toBe(200);
        expect(received).not.toHaveProperty('accept-ranges');
      }
    }
    expect(api.logged).toEqual([]);
  });

  it.each<[string, string, number]>([
    ['If-None-Match', '*', 304],
    ['If-None-Match', '"x"', 200],
    ['If-None-Match', `W/${'"x",'.repeat(3000)}`, 200],
    ['If-Modified-Since', 'Tue, 19 Jan 2038 03:14:07 GMT', 304],
    ['If-Modified-Since', 'never', 200],
    ['If-Match', '"x"', 400],
    ['If-Match', '*', 200],
    ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT', 400],
    ['If-Unmodified-Since', 'never', 200],
  ])('is sent on a condition, %s: %s', async (name, value, expected) => {
    const api = await anApi({ assetsDir: builtPage() });

    for (const path of ['/', '/icon.svg']) {
      const answer = await ask(api, path, { headers: { [name]: value } });
      expect(answer.status).toBe(expected);
      if (expected === 400) expect(answer.json).toMatchObject({ code: 'bad_request' });
    }
    expect(api.logged).toEqual([]);
  });

  it('is not there where its files are gone', async () => {
    const api = await anApi({ assetsDir: temporaryFolder('empty') });

    expect(await ask(api, '/', visit)).toMatchObject({ status: 404, json: { code: 'not_found' } });
  });

  it('comes with a policy under which only its own scripts run', async () => {
    const api = await anApi({ assetsDir: builtPage() });

    const { headers } = await ask(api, '/');

    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('has hashed files that may be kept for ever, and others that may not', async () => {
    const api = await anApi({ assetsDir: builtPage() });

    const hashed = await ask(api, '/assets/index-a1b2c3.js');
    const plain = await ask(api, '/icon.svg');

    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers['content-type']).toMatch(/^text\/javascript/);
    expect(plain.headers['cache-control']).toBe('no-cache');
  });

  it.each([
    '/assets/missing.js',
    '/missing.css',
    '/.env',
    '/assets/../.env',
    '/../secret.txt',
    '/..%2Fsecret.txt',
    '/assets/..%2f..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '/assets/%00.js',
  ])('has nothing at %s', async (path) => {
    const api = await anApi({ assetsDir: builtPage() });

    const { status, text, json } = await ask(api, path, visit);

    expect(status).toBe(404);
    expect(json).toMatchObject({ code: 'not_found' });
    expect(text).not.toContain('secret\n');
  });

  it.each(['/api', '/api/', '/api/v1/nowhere', '/api/v3/page', '/API/page'])(
    'is not shown below the API: %s',
    async (path) => {
      const api = await anApi({ assetsDir: builtPage() });

      expect(await ask(api, path, visit)).toMatchObject({
        status: 404,
        json: { code: 'not_found' },
      });
    },
  );

  it('takes no other method than GET and HEAD', async () => {
    const api = await anApi({ assetsDir: builtPage() });

    const head = await ask(api, '/', { method: 'HEAD' });
    const post = await ask(api, '/', { method: 'POST' });
    const options = await ask(api, '/', { method: 'OPTIONS' });

    expect([head.status, head.text]).toEqual([200, '']);
    expect(post).toMatchObject({ status: 405, json: { code: 'method_not_allowed' } });
    expect(options.status).toBe(204);
    expect(options.headers.allow).toBe('GET, HEAD, OPTIONS');
  });

  it('says how to build it where it is not built', async () => {
    const api = await anApi({ assetsDir: null });

    const { status, headers, text } = await ask(api, '/');

    expect({ status, type: headers['content-type'] }).toEqual({
      status: 200,
      type: 'text/plain; charset=utf-8',
    });
    expect(text).toContain('npm run build');
  });

  it('is not found where its folder is gone', async () => {
    const api = await anApi({ assetsDir: join(temporaryFolder(), 'gone') });

    expect(await ask(api, '/')).toMatchObject({ status: 404, json: { code: 'not_found' } });
    expect(api.logged).toEqual([]);
  });
});
