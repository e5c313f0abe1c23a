import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { serveAppFiles } from '../../../main/protocol/serve-app-files.ts';
import { temporaryFolder } from '../../support/home.ts';

type Answer = (request: Request) => Promise<Response> | Response;

let answer: Answer;

beforeAll(() => {
  const root = join(temporaryFolder('renderer'), 'renderer');
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<title>page</title>');
  writeFileSync(join(root, 'assets/index.js'), 'export {};');
  writeFileSync(join(root, 'assets/data.bin'), 'x');
  writeFileSync(join(root, '..', 'secret.js'), 'secret');
  serveAppFiles({ handle: (_scheme, handler) => void (answer = handler as Answer) }, root);
});

function get(path: string, method = 'GET'): Promise<Response> {
  return Promise.resolve(answer(new Request(`app://dagwright${path}`, { method })));
}

describe('serveAppFiles', () => {
  it.each([
    { path: '/', type: 'text/html; charset=utf-8' },
    { path: '/dags/etl', type: 'text/html; charset=utf-8' },
    { path: '/dags/etl.nightly', type: 'text/html; charset=utf-8' },
    { path: '/assets/index.js', type: 'text/javascript; charset=utf-8' },
    { path: '/assets/data.bin', type: 'application/octet-stream' },
  ])('serves $path as $type', async ({ path, type }) => {
    const response = await get(path);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
  });

  it.each(['/', '/assets/index.js', '/missing.js'])(
    'sends %s with the policy that lets in our own files alone',
    async (path) => {
      const { headers } = await get(path);

      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
          "font-src 'self'; connect-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    },
  );

  it.each(['/missing.js', '/assets/', '/..%2fsecret.js', '/assets/missing.css'])(
    'answers 404 for %s, never a file of another folder',
    async (path) => {
      const response = await get(path);

      expect(await response.text()).not.toContain('secret');
      expect(response.status).toBe(404);
    },
  );

  it.each(['POST', 'PUT', 'DELETE'])('refuses %s', async (method) => {
    expect((await get('/', method)).status).toBe(405);
  });

  it('answers HEAD without a body', async () => {
    const response = await get('/assets/index.js', 'HEAD');

    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });
});
