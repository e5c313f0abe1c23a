import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { eventually, rendererPage } from './support/renderer-page.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();

describe('the event stream of a page', () => {
  it('ends when the page is left, and comes back with the page and what it missed', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags' });
    await eventually(() => engine.openStreams() === 1);
    const asked = engine.state.calls.filter(({ name }) => name === 'dags.list').length;

    await tell(page, 'pagehide');
    await eventually(() => engine.openStreams() === 0);
    await tell(page, 'pageshow');

    await eventually(() => engine.openStreams() === 1);
    await eventually(
      () => engine.state.calls.filter(({ name }) => name === 'dags.list').length > asked,
    );
  });

  it('outlasts a short look at another tab, and not a long one', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags' });
    await eventually(() => engine.openStreams() === 1);

    await page.clock.install();
    await show(page, false);
    await page.clock.fastForward(50_000);
    await show(page, true);
    await page.clock.fastForward(50_000);
    await show(page, false);
    await page.clock.fastForward(61_000);

    await eventually(() => engine.openStreams() === 0);
    await show(page, true);
    await eventually(() => engine.openStreams() === 1);
  });
});

/** As the browser does when it keeps a page that is left. */
async function tell(page: Page, name: 'pagehide' | 'pageshow'): Promise<void> {
  await page.evaluate((type) => {
    window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
  }, name);
}

async function show(page: Page, isInSight: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, !isInSight);
}
