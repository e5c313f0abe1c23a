import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ADA_TOKEN } from './support/access-fixtures.ts';
import { aHostileScene, hostileTexts } from './support/hostile-scene.ts';
import { outOfReach } from './support/out-of-reach.ts';
import { rendererPage } from './support/renderer-page.ts';
import { hostileShots } from './screenshots/hostile-shots.ts';
import { sceneOf } from './screenshots/shot.ts';

const open = rendererPage();
/** 1280×800 at a zoom of 200 %, and a narrow window. */
const sizes = [
  { width: 640, height: 400 },
  { width: 900, height: 600 },
];

describe('no text of somebody turns the direction of the page', () => {
  it.each(hostileShots)('on $name, and all is in its place', async (shot) => {
    const token = shot.accounts === 'admin' ? { token: ADA_TOKEN } : {};
    const now = shot.now === undefined ? {} : { now: shot.now };
    const { page } = await open({ state: sceneOf(shot), path: shot.path, ...now, ...token });

    await shot.act(page, false);

    expect(await turningTexts(page)).toEqual([]);
    await expect.poll(() => outOfReach(page)).toEqual([]);
    for (const size of sizes) {
      await page.setViewportSize(size);
      // What floats moves after the window has got its size.
      await expect.poll(() => outOfReach(page)).toEqual([]);
    }
  });

  it('in the heading of a group, which shows the character as logs do', async () => {
    const state = aHostileScene();
    const { page } = await open({ state, path: '/dags' });
    await page.locator('.dag-row').first().waitFor();

    const shown = hostileTexts.override.replace('\u202e', '<202e>');

    await expect.poll(() => page.getByText(shown).count()).toBeGreaterThan(0);
  });
});

/** Texts and names in the document with a character that turns the direction. What somebody edits keeps its own. */
async function turningTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const turning = /[\u202a-\u202e\u2066-\u2069]/;
    const names = ['title', 'alt', 'placeholder'];
    const found = [document.title];
    for (const element of document.querySelectorAll('*')) {
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      found.push(...own.map((node) => `${element.className}: ${node.textContent}`));
      for (const { name, value } of element.attributes)
        if (names.includes(name) || name.startsWith('aria-')) found.push(`${name}=${value}`);
    }
    return found.filter((text) => turning.test(text));
  });
}
