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

const FRAMES = 120;
const STEP_PX = 90;

/** The 95th percentile of the milliseconds between frames while an element is scrolled by three rows a frame. */
export async function scrolledFrames(page: Page, selector: string): Promise<number> {
  const times = await page.evaluate<number[]>(
    `new Promise((resolve) => {
      const element = document.querySelector(${JSON.stringify(selector)});
      const times = [];
      const step = (time) => {
        times.push(time);
        element.scrollTop += ${STEP_PX};
        if (times.length <= ${FRAMES}) requestAnimationFrame(step);
        else resolve(times);
      };
      requestAnimationFrame(step);
    })`,
  );
  const frames = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? NaN;
}
