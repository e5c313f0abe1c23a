import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { realProgram } from '../../scripts/test/counterparts.ts';
import { buildApp, builtPage } from '../support/build-app.ts';
import { startChromium } from '../support/chromium.ts';
import { startFakeEngine, type FakeEngine } from './support/fake-engine.ts';
import { empty, freshPage, prepare, rememberToken } from './support/kept-page.ts';
import { anEmptyScene } from './support/scene.ts';

const look = { colorScheme: 'light', width: 1280, hasClock: false } as const;

let browser: Browser;
let engine: FakeEngine;

beforeAll(async () => {
  buildApp();
  engine = await startFakeEngine(builtPage, anEmptyScene());
  browser = await startChromium(realProgram('chromium'));
}, 120_000);

afterAll(async () => {
  await browser.close();
  await engine.stop();
});

/** What one test could leave to the next. */
async function traces(page: Page): Promise<unknown> {
  return page.evaluate(async () => ({
    stored: { ...localStorage, ...sessionStorage },
    cookies: document.cookie,
    global: 'left' in globalThis,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
    isPrint: matchMedia('print').matches,
    hasMoreContrast: matchMedia('(prefers-contrast: more)').matches,
    hasForcedColors: matchMedia('(forced-colors: active)').matches,
    size: [innerWidth, innerHeight],
    answers: [(await fetch('/theme.js')).status, (await fetch('/icon.svg')).status],
  }));
}

it('a page that a test has used is to the next one as a fresh page', async () => {
  const fresh = await freshPage(browser, look);
  await fresh.page.goto(`${engine.url}/icon.svg`);
  const used = await freshPage(browser, look);
  const { page, context } = used;
  await rememberToken(page, engine.url, 'token-of-ada');
  await page.goto(`${engine.url}/theme.js`);
  await context.addCookies([{ name: 'left', value: 'yes', url: engine.url }]);
  await page.evaluate(() => Object.assign(globalThis, { left: sessionStorage.setItem('a', 'b') }));
  await page.route('**/theme.js', (route) => route.fulfill({ status: 418 }));
  await context.route('**/icon.svg', (route) => route.fulfill({ status: 418 }));
  await page.emulateMedia({ colorScheme: 'dark', media: 'print', contrast: 'more' });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 640, height: 400 });
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  await context.newPage();

  expect(await empty(used, look)).toBe(true);
  await prepare(used, look);

  expect(await traces(page)).toEqual(await traces(fresh.page));
  expect(context.pages()).toEqual([page]);
  await page.evaluate(() => console.log('nobody listens'));
  expect(messages).toEqual([]);
});

it('a page whose clock was set is kept for nobody but those who set it', async () => {
  const used = await freshPage(browser, look);
  await used.page.goto(`${engine.url}/icon.svg`);
  await used.page.clock.install();

  expect(await empty(used, { ...look, hasClock: true })).toBe(true);
  expect(await empty(used, look)).toBe(false);
});
