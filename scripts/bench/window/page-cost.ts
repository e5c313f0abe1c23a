import type { Page } from 'playwright-core';

/**
 * Milliseconds from the navigation to the frame in which the first element of a selector is on the screen, by the clock of
 * the page. What runs in the page is given as text: scripts know nothing of a document.
 */
export async function paintedAfter(page: Page, selector: string): Promise<number> {
  // The second frame begins when the first one was handed over to the screen.
  const seen = await page.waitForFunction(
    `document.querySelector(${JSON.stringify(selector)}) !== null &&
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))))`,
    undefined,
    { polling: 'raf' },
  );
  return Number(await seen.jsonValue());
}
