import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import { anApi, ask } from './an-api.ts';

const page =
  '<!doctype html>\n<html>\n  <head>\n    <script src="/theme.js"></script>\n' +
  '    <link rel="stylesheet" href="/assets/index.css">\n  </head>\n</html>\n';

function assets(): string {
  const folder = temporaryFolder('assets');
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'theme.js'), '// theme');
  return folder;
}

const visit = { headers: { Accept: 'text/html' } };
const healthy = { handlers: { 'system.health': () => ({ status: 'healthy' }) } } as const;

describe('a server below a path', () => {
  it('answers REST, events, files and pages below it, and nothing else', async () => {
    const api = await anApi({ ...healthy, assetsDir: assets(), api: { basePath: '/a/flows' } });
    const statuses = async (paths: readonly string[]) =>
      Promise.all(paths.map(async (path) => (await ask(api, path, visit)).status));

    const below = await statuses(
      ['/api/v1/health', '/theme.js', '/', '/dags/x', ''].map((path) => `/a/flows${path}`),
    );
    const beside = await statuses([
      '/api/v1/health',
      '/theme.js',
      '/',
      '/a/flowsy/api/v1/health',
      '/A/flows/',
      '/a/',
    ]);

    expect(below).toEqual([200, 200, 200, 200, 200]);
    expect(beside).toEqual([404, 404, 404, 404, 404, 404]);
  });

  it('serves a page that knows where it is', async () => {
    const api = await anApi({ assetsDir: assets(), api: { basePath: '/a/flows' } });

    const { text } = await ask(api, '/a/flows/dags/daily', visit);

    expect(text).toContain('<meta name="base-path" content="/a/flows" />');
    expect(text).toContain('<script src="/a/flows/theme.js">');
    expect(text).toContain('href="/a/flows/assets/index.css"');
  });

  it('is guarded below the path and beside it', async () => {
    const api = await anApi({ ...healthy, api: { basePath: '/a/flows' } });
    const headers = { Origin: 'https://evil.example' };

    const answers = [
      await ask(api, '/a/flows/api/v1/health', { headers }),
      await ask(api, '/a/flows/', { headers }),
      await ask(api, '/elsewhere', { headers }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(answers.map((answer) => answer.headers['x-content-type-options'])).toEqual(
      answers.map(() => 'nosniff'),
    );
  });
});

it('a headless server has REST and no page', async () => {
  const api = await anApi({ ...healthy, assetsDir: assets(), api: { isHeadless: true } });

  const answers = [
    await ask(api, '/api/v1/health'),
    await ask(api, '/'),
    await ask(api, '/theme.js'),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 404, 404]);
  expect(answers[1]?.json).toMatchObject({ code: 'not_found' });
});
