import type { Page } from 'playwright-core';

/**
 * Milliseconds from the navigation to the frame in which the first element of a selector is on the screen, by the clock of
 * the page. What runs in the page is given as text: scripts know nothing of a document.
 */
export async function paintedAfter(page: Page, selector: string): Promise<number> {
  // The second frame begins when the first one was handed over to the screen.
  return page.evaluate<number>(`new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(${JSON.stringify(selector)}) === null) return requestAnimationFrame(look);
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
    };
    look();
  })`);
}

/**
 * Milliseconds from the end of the first answer to a request whose address holds a word, to the frame in which an element of
 * a selector with a text is on the screen.
 */
export async function shownAfterAnswer(
  page: Page,
  selector: string,
  word: string,
): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const answer = () =>
      performance.getEntriesByType('resource').find(({ name }) => name.includes('${word}'));
    const look = () => {
      if (!document.querySelector('${selector}')?.textContent) return requestAnimationFrame(look);
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - answer().responseEnd)));
    };
    look();
  })`);
}

/** How many megabytes the scripts of a page keep once what is nobody's is thrown away. */
export async function keptScriptMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1024 / 1024;
}

/** How many milliseconds each frame took while something was done. */
export async function framesDuring(
  page: Page,
  act: () => Promise<unknown>,
): Promise<readonly number[]> {
  await page.evaluate(`(() => {
    const frames = (window.benchFrames = []);
    let last;
    const look = (at) => {
      if (window.benchFrames !== frames) return;
      if (last !== undefined) frames.push(at - last);
      last = at;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })()`);
  await act();
  return page.evaluate<number[]>(
    `(() => { const frames = window.benchFrames; window.benchFrames = undefined; return frames; })()`,
  );
}

/** Milliseconds of script that the page runs while something is done. */
export async function scriptingDuring(page: Page, act: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000;
  };
  const before = await spent();
  await act();
  const cost = (await spent()) - before;
  await session.detach();
  return cost;
}

/**
 * For each key that types something meanwhile, the milliseconds that the page takes for it: until it is dealt with, and for the
 * frame in which it is drawn. The wait for that frame is left out: it is the screen's, and an empty page has it too.
 */
export async function workForKeys(
  page: Page,
  act: () => Promise<unknown>,
): Promise<readonly number[]> {
  await page.evaluate(`(() => {
    const times = (window.benchKeys = []);
    let pressed = 0;
    let handled = 0;
    // Observers and the drawing of React come in microtasks that other ones have queued.
    const handle = (rest) => queueMicrotask(() => {
      handled = performance.now();
      if (rest > 0) handle(rest - 1);
    });
    addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), { capture: true });
    addEventListener('input', () => {
      const began = pressed;
      handle(10);
      requestAnimationFrame(() => {
        const frame = performance.now();
        const dealtWith = handled - began;
        // A message that is sent in the callback of a frame arrives when that frame is drawn.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(dealtWith + performance.now() - frame);
        port2.postMessage('');
      });
    }, { capture: true });
  })()`);
  await act();
  return page.evaluate<number[]>('window.benchKeys');
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
