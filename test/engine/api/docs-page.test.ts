import { execFileSync } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { curlOf } from '../../../engine/api/docs-page/curl.ts';
import { shownDocument } from '../../../engine/api/docs-page/document.ts';
import { docsPage } from '../../../engine/api/docs-page/page.ts';
import { operationNames } from '../../../engine/contract/operations.ts';
import { violationsOf } from '../../support/axe.ts';
import { startChromium } from '../../support/chromium.ts';
import { describeWithReal } from '../../support/real.ts';
import { anApi, ask } from './an-api.ts';

const url = 'http://127.0.0.1:8080/api/v1';

describe('the page of the interface', () => {
  it('shows every operation and both event streams, without credentials', async () => {
    const { text, status, headers } = await ask(await anApi(), '/docs');

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    for (const name of [...operationNames, 'events', 'runEvents']) {
      expect(text).toContain(`id="${name}"`);
    }
  });

  it('has links, styles and scripts of its own server alone, all of which are there', async () => {
    const api = await anApi();
    const { text } = await ask(api, '/docs');

    const targets = [...text.matchAll(/(?:href|src)="([^"#]+)"/g)].map(
      ([, target]) => target ?? '',
    );
    const files = targets.filter((target) => target !== 'data:,');
    expect(files).toEqual(['docs/page.css', 'docs/search.js', 'api/v1/openapi.json']);
    for (const file of files.slice(0, 2)) {
      const { status, headers } = await ask(api, `/${file}`);
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(/^text\/(?:css|javascript); charset=utf-8$/);
    }
    expect(text).not.toMatch(/<script(?! src)|\son\w+=|style=/);
  });

  it('says in its commands where it was found', async () => {
    const api = await anApi();

    expect((await ask(api, '/docs')).text).toContain(`http://127.0.0.1:${api.port}/api/v1/dags`);
  });

  it('answers GET alone, and nobody who comes by a foreign name', async () => {
    const api = await anApi();

    expect((await ask(api, '/docs', { method: 'DELETE' })).status).toBe(405);
    expect((await ask(api, '/docs', { headers: { Host: 'evil.example' } })).status).toBe(403);
    expect((await ask(api, '/docs/other')).text).not.toContain('REST interface of Dagwright');
  });

  it('escapes what it shows', () => {
    const page = docsPage('http://x"><script>alert(1)</script>&');

    expect(page).not.toContain('<script>alert');
    expect(page).toContain('http://x&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;');
  });

  it('refers only to places that it has', () => {
    const page = docsPage(url);

    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(anchors.length).toBeGreaterThan(50);
    expect(anchors.filter((id) => !ids.has(id))).toEqual([]);
  });
});

describe('a command of the page', () => {
  /** The arguments that a shell gives to curl. */
  function argumentsOf(command: string): readonly string[] {
    const script = `curl() { printf '%s\\n' "$@"; }; DAGWRIGHT_TOKEN=svc_key\n${command}`;
    return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
  }

  function commandOf(path: string, method: string): string {
    const operation = shownDocument().paths[path]?.[method];
    if (operation === undefined) throw new Error(`There is no ${method} ${path}`);
    return curlOf(operation, { method, path, url });
  }

  it('asks with a body, as a user', () => {
    expect(argumentsOf(commandOf('/dags/{fileName}/start', 'post'))).toEqual([
      `${url}/dags/nightly-report/start`,
      '-H',
      'Authorization: Bearer svc_key',
      '-H',
      'Content-Type: application/json',
      '-d',
      JSON.stringify({ params: '{"DAY":"yesterday"}' }),
    ]);
  });

  it('asks with what a query needs, and without credentials where none are needed', () => {
    expect(argumentsOf(commandOf('/dags/search', 'get'))[0]).toBe(`${url}/dags/search?q=report`);
    expect(argumentsOf(commandOf('/health', 'get'))).toEqual([`${url}/health`]);
    expect(argumentsOf(commandOf('/dags/{fileName}', 'delete'))).toContain('DELETE');
  });

  it('keeps every character from the shell', () => {
    const body = { spec: 'a\'b"c$HOME`id`\\' };
    const operation = {
      ...(shownDocument().paths['/dags/validate']?.post ?? expect.fail()),
      requestBody: { content: { 'application/json': { schema: {}, example: body } } },
    };

    const command = curlOf(operation, { method: 'post', path: '/dags/validate', url });

    expect(argumentsOf(command).at(-1)).toBe(JSON.stringify(body));
  });
});

describeWithReal('chromium', 'the page of the interface in a browser', (executablePath) => {
  it(
    'finds operations by words, opens by the keyboard and by address, and has no barrier',
    { timeout: 90_000 },
    async () => {
      const api = await anApi();
      const browser = await startChromium(executablePath);
      onTestFinished(() => browser.close());
      const page = await (await browser.newContext()).newPage();
      const wrong: string[] = [];
      page.on('console', (message) => wrong.push(message.text()));
      page.on('pageerror', (error) => wrong.push(error.message));

      await page.goto(`${api.url}/docs#dags.rename`);
      expect(await page.locator('details[id="dags.rename"]').getAttribute('open')).toBe('');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const include = ['header', 'nav', '[id="dags.rename"]', '#shape-DAGHead + table'];
        expect(await violationsOf(page, { include })).toEqual([]);
      }
      await page.keyboard.press('/');
      await page.keyboard.type('webhook toggle');
      expect(await page.locator('#found').textContent()).toBe('1 operation');
      const visible = page.locator('.operation:not([hidden])');
      expect(await visible.getAttribute('id')).toBe('webhooks.toggle');
      await page.keyboard.press('Tab');
      await page.locator('.operation:not([hidden]) summary').first().press('Enter');
      expect(await visible.getAttribute('open')).toBe('');
      expect(wrong).toEqual([]);
    },
  );
});
