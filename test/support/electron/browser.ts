import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';
import { CHROMIUM_ARGS } from '../chromium.ts';

let context: BrowserContext | undefined;

/** Starts the Chromium whose pages are the windows. Its own first page stays blank, so that it outlives them all. */
export async function openBrowser(profile: string): Promise<string> {
  context = await chromium.launchPersistentContext(profile, {
    // Set by the test that starts the app.
    executablePath: process.env['CHROMIUM_PATH'] ?? '',
    args: [...CHROMIUM_ARGS, '--remote-debugging-port=0'],
    viewport: { width: 1280, height: 820 },
    serviceWorkers: 'block',
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  // Pages of windows have routes of their own, which go first. Anything else stays off the network.
  await context.route('**/*', (route) => route.abort());
  const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n');
  return `http://127.0.0.1:${port}`;
}

export function browserContext(): BrowserContext {
  if (context === undefined) throw new Error('A window needs an app that is ready.');
  return context;
}

export async function closeBrowser(): Promise<void> {
  await context?.close();
}
