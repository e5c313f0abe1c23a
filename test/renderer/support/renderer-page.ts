import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { buildApp, builtPage } from '../../support/build-app.ts';
import { PATIENCE_MS } from '../../support/eventually.ts';
import { realProgram } from '../../../scripts/test/counterparts.ts';
import { startFakeEngine, type FakeEngine, type FakeState } from './fake-engine.ts';

export interface OpenOptions {
  readonly state: FakeState;
  readonly path: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  /** The time of the page, which then stands still; without it the page has the real one. */
  readonly now?: number;
  /** The session that the browser remembers. */
  readonly token?: string;
}

export interface OpenedPage {
  readonly page: Page;
  readonly engine: FakeEngine;
}

/** Builds the page of the app, and says where it is. */
async function buildPage(): Promise<string> {
  buildApp();
  return builtPage;
}

/** Opens a page as it is built in Chromium; each test ends without an error on the console. */
export function rendererPage(build = buildPage): (options: OpenOptions) => Promise<OpenedPage> {
  let built = '';
  let browser: Browser | undefined;
  const open: { context: BrowserContext; engine: FakeEngine }[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    built = await build();
    browser = await chromium.launch({
      executablePath: realProgram('chromium'),
      args: ['--no-sandbox'],
    });
  }, 120_000);

  afterEach(async () => {
    for (const { context, engine } of open.splice(0)) {
      await context.close();
      await engine.stop();
    }
    expect(complaints.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
  });

  return async ({ state, path, colorScheme = 'light', width = 1280, now, token }) => {
    if (browser === undefined) throw new Error('The browser starts before the first test.');
    const engine = await startFakeEngine(built, state);
    const context = await browser.newContext({
      colorScheme,
      viewport: { width, height: 800 },
      reducedMotion: 'reduce',
      timezoneId: 'Europe/Berlin',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    open.push({ context, engine });
    const page = await context.newPage();
    // Less than a test has, so that what did not come is named.
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // Refused requests are what some tests are about; the page says them itself.
      const isRefusal = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
    });
    if (token !== undefined) await rememberToken(page, token);
    if (now !== undefined) await page.clock.setFixedTime(now);
    await page.goto(engine.url + path);
    return { page, engine };
  };
}

/** Lets the browser know a session before the first page; not again, so that a page may forget it. */
async function rememberToken(page: Page, token: string): Promise<void> {
  await page.addInitScript((value) => {
    if (sessionStorage.getItem('told') === null) localStorage.setItem('dagwright.token', value);
    sessionStorage.setItem('told', 'yes');
  }, token);
}

/** Waits until something is so; for what no element of the page shows. */
export async function eventually(check: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(check).toBe(true);
}
