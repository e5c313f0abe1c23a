import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { buildApp, builtPage } from '../../support/build-app.ts';
import { startChromium } from '../../support/chromium.ts';
import { realProgram } from '../../../scripts/test/counterparts.ts';
import { describePage, listUnanswered } from './failed-page.ts';
import { startFakeEngine, type FakeEngine, type FakeState } from './fake-engine.ts';
import {
  empty,
  freshPage,
  prepare,
  rememberToken,
  type KeptPage,
  type PageLook,
} from './kept-page.ts';

export interface OpenOptions {
  readonly state: FakeState;
  readonly path: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  /**
   * The time of the page, which then stands still; without it the page has the real one. A test that sets the clock in
   * other ways leaves it out.
   */
  readonly now?: number;
  /** The session that the browser remembers. */
  readonly token?: string;
}

export interface OpenedPage {
  readonly page: Page;
  readonly engine: FakeEngine;
}

interface Opened {
  readonly used: KeptPage;
  readonly engine: FakeEngine;
  readonly look: PageLook;
  readonly unanswered: readonly string[];
}

/** Builds the page of the app, and says where it is. */
async function buildPage(): Promise<string> {
  buildApp();
  return builtPage;
}

/**
 * Opens a page as it is built in Chromium; each test ends without an error on the console. The tests of a file have one
 * page after each other: to read and compile the program anew would be a third of what a test costs.
 */
export function rendererPage(build = buildPage): (options: OpenOptions) => Promise<OpenedPage> {
  let built = '';
  let browser: Browser | undefined;
  const open: Opened[] = [];
  const kept = new Map<boolean, KeptPage>();
  const complaints: string[] = [];

  beforeAll(async () => {
    built = await build();
    browser = await startChromium(realProgram('chromium'));
  }, 120_000);

  afterEach(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail';
    for (const { used, engine, look, unanswered } of open.splice(0)) {
      if (hasFailed) console.error(await describePage(used.page, engine, unanswered));
      // Where a test failed, nobody knows what it has left.
      const mayKeep = !hasFailed && !kept.has(look.hasClock);
      if (mayKeep && (await empty(used, look).catch(() => false))) {
        kept.set(look.hasClock, { ...used, port: Number(new URL(engine.url).port) });
      } else {
        await used.context.close();
      }
      await engine.stop();
    }
    expect(complaints.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
  });

  return async ({ state, path, colorScheme = 'light', width = 1280, now, token }) => {
    if (browser === undefined) throw new Error('The browser starts before the first test.');
    const look = { colorScheme, width, hasClock: now !== undefined };
    const old = kept.get(look.hasClock);
    kept.delete(look.hasClock);
    const engine = await startFakeEngine(built, state, old?.port);
    const used = old ?? (await freshPage(browser, look));
    open.push({ used, engine, look, unanswered: listUnanswered(used.page) });
    if (old !== undefined) await prepare(old, look);
    const { page } = used;
    listen(page, complaints);
    if (token !== undefined) await rememberToken(page, engine.url, token);
    if (now !== undefined) await page.clock.setFixedTime(now);
    await page.goto(engine.url + path);
    return { page, engine };
  };
}

function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // Refused requests are what some tests are about; the page says them itself.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
  });
}

/** Waits until something is so; for what no element of the page shows. */
export async function eventually(check: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(check).toBe(true);
}
