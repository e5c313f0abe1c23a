import { chromium, type Browser } from 'playwright-core';

/**
 * What every Chromium of the tests is started with. It draws in its own process: what it draws is seen by nobody, and to
 * hand it to another process takes a tenth of what a test of the page costs.
 */
export const CHROMIUM_ARGS = ['--no-sandbox', '--in-process-gpu'];

/** Starts a Chromium without windows. Whoever starts it closes it. */
export function startChromium(
  executablePath: string,
  args: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...CHROMIUM_ARGS, ...args] });
}
