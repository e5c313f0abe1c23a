import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PATIENCE_MS } from '../../support/eventually.ts';

export interface KeptPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Where it was last: at the same address a browser knows the program already, and what it has made of it. */
  readonly port: number;
}

export interface PageLook {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
  /** Whether the time stands still, which a page cannot forget. */
  readonly hasClock: boolean;
}

/** A small file of the same origin, at which nothing of ours runs. */
const STILL = '/icon.svg';

/** A page that nobody has used, with a storage of its own. */
export async function freshPage(browser: Browser, look: PageLook): Promise<KeptPage> {
  const context = await browser.newContext({
    colorScheme: look.colorScheme,
    viewport: { width: look.width, height: 800 },
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  // Less than a test has, so that what did not come is named.
  page.setDefaultTimeout(PATIENCE_MS);
  return { context, page, port: 0 };
}

/** Makes a page that was used look as a fresh one does. */
export async function prepare({ page }: KeptPage, look: PageLook): Promise<void> {
  await page.setViewportSize({ width: look.width, height: 800 });
  await page.emulateMedia({
    media: null,
    colorScheme: look.colorScheme,
    reducedMotion: 'reduce',
    forcedColors: null,
    contrast: null,
  });
}

/**
 * Takes from a page what a test has left in it, while its engine still answers. False where something stays, such as a
 * clock that is not the one of the machine: nobody may use it again.
 */
export async function empty({ context, page }: KeptPage, look: PageLook): Promise<boolean> {
  const others = context.pages().filter((other) => other !== page);
  for (const other of others) await other.close();
  // With the page's own: what it says while it is left is not of the test.
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(new URL(STILL, page.url()).href);
  // Where the pointer of a fresh page is.
  await page.mouse.move(0, 0);
  await context.clearCookies();
  const hasOtherClock = await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
    // So Playwright marks the one that it puts in its place.
    return 'isFake' in Date;
  });
  return look.hasClock || !hasOtherClock;
}

/** Lets the browser know a session before the first page. */
export async function rememberToken(page: Page, origin: string, token: string): Promise<void> {
  if (!page.url().startsWith(origin)) await page.goto(origin + STILL);
  await page.evaluate((value) => localStorage.setItem('dagwright.token', value), token);
}
