import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ADA_TOKEN } from '../support/access-fixtures.ts';
import { startFakeEngine } from '../support/fake-engine.ts';
import { sceneOf, type Shot } from './shot.ts';

export type Theme = 'light' | 'dark';

/** A window: what a screen looks like in it, and what its pictures are called by. */
export interface Size {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** 2 is a zoom of 200 %: half the pixels of the page, each twice as large. */
  readonly zoom?: number;
}

export const full: Size = { name: '1280', width: 1280, height: 800 };

export const sizes: readonly Size[] = [
  full,
  { name: '900', width: 900, height: 600 },
  { name: '200-percent', width: 640, height: 400, zoom: 2 },
];

export interface Picture {
  readonly theme: Theme;
  readonly file: string;
}

interface Camera {
  readonly browser: Browser;
  /** The built page. */
  readonly page: string;
  /** Hears what went wrong on the page, or on the way to the screen. */
  readonly complain: (words: string) => void;
}

interface Session {
  readonly shot: Shot;
  readonly size: Size;
  readonly pictures: readonly Picture[];
}

/** Opens a screen once in a size, and takes its pictures one theme after the other. */
export async function takePictures(
  camera: Camera,
  { shot, size, pictures }: Session,
): Promise<void> {
  const engine = await startFakeEngine(camera.page, sceneOf(shot));
  const context = await camera.browser.newContext({
    viewport: { width: size.width, height: size.height },
    deviceScaleFactor: size.zoom ?? 1,
    timezoneId: 'Europe/Berlin',
  });
  const complain = (words: string) => camera.complain(`${shot.name} (${size.name}): ${words}`);
  try {
    const view = await context.newPage();
    view.setDefaultTimeout(10_000);
    listen(view, complain);
    if (shot.accounts === 'admin') {
      await view.addInitScript(
        (token) => localStorage.setItem('dagwright.token', token),
        ADA_TOKEN,
      );
    }
    if (shot.now !== undefined) await view.clock.setFixedTime(shot.now);
    await view.goto(engine.url + shot.path);
    await shot.act(view, size.width < 1000).catch((error: Error) => complain(error.message));
    if (await isWiderThanItsWindow(view)) complain('The page is wider than its window.');
    await view.waitForFunction(() => document.fonts.status === 'loaded');
    for (const { theme, file } of pictures) {
      await view.emulateMedia({ colorScheme: theme });
      await view.screenshot({ path: file, animations: 'disabled' });
    }
  } finally {
    await context.close();
    await engine.stop();
  }
}

/** Where the pictures of a screen in a size are kept. */
export function picturesOf(folder: string, shot: Shot, size: Size): readonly Picture[] {
  return (['light', 'dark'] as const).map((theme) => ({
    theme,
    file: join(folder, `${shot.name}-${theme}-${size.name}.png`),
  }));
}

function listen(view: Page, complain: (words: string) => void): void {
  view.on('pageerror', (error) => complain(error.message));
  view.on('console', (message) => {
    // What the engine refuses is what some screens show.
    if (message.text().startsWith('Failed to load resource')) return;
    if (['error', 'warning'].includes(message.type())) complain(message.text());
  });
}

async function isWiderThanItsWindow(view: Page): Promise<boolean> {
  return view.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
}
