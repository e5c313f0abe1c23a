import { describe, expect, it } from 'vitest';
import { ADA_TOKEN } from './support/access-fixtures.ts';
import { aHostileScene, hostileTexts } from './support/hostile-scene.ts';
import { outOfReach } from './support/out-of-reach.ts';
import { rendererPage } from './support/renderer-page.ts';
import { aSceneWithAccounts } from './support/scene.ts';

const open = rendererPage();
/** 1280×800 at a zoom of 200 %, and a narrow window. */
const sizes = [
  { width: 640, height: 400 },
  { width: 900, height: 600 },
];

describe('the settings', () => {
  it('are there by an address with a slash at its end, which goes', async () => {
    const { page } = await open({
      state: aSceneWithAccounts(),
      path: '/settings/',
      token: ADA_TOKEN,
    });

    await page.getByLabel('Search settings').waitFor();

    expect(new URL(page.url()).pathname).toBe('/settings');
  });
});

describe('the settings in a narrow window and at a zoom of 200 %', () => {
  it.each(sizes)('keep what is done about a node in the window of $width px', async (size) => {
    const state = aSceneWithAccounts();
    const { page } = await open({ state, path: '/settings/nodes', token: ADA_TOKEN });
    await page.setViewportSize(size);

    await page.getByRole('button', { name: 'Test build-farm' }).click();
    const message = page.getByText('build-farm is not available');
    await message.waitFor();

    expect(await outOfReach(page)).toEqual([]);
    // Two lines at most, in whatever font: it has the width of the page, not of a column.
    expect((await message.boundingBox())?.height).toBeLessThanOrEqual(40);
  });

  it('keep some lines of the audit log', async () => {
    const state = aSceneWithAccounts();
    const { page } = await open({ state, path: '/settings/audit', token: ADA_TOKEN });
    await page.locator('.audit-row').nth(1).waitFor();

    await page.setViewportSize({ width: 640, height: 400 });

    const rows = await page.locator('.settings-audit .list-rows').boundingBox();
    expect(rows?.height).toBeGreaterThanOrEqual(180);
  });
});

describe('texts that run from right to left', () => {
  it('leave what stands beside them in the palette in its order', async () => {
    const state = aHostileScene();
    Object.assign(state.dags[0]!.dag, { name: 'turned', group: hostileTexts.rtl });
    const { page } = await open({ state, path: '/dags' });
    await page.locator('.dag-row').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('turned');

    const row = page.getByRole('option', { name: /turned/ }).first();
    await row.waitFor();

    // Each part stands right of the one before it.
    const lefts = await row
      .locator('bdi')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().left));
    expect(lefts.length).toBeGreaterThan(1);
    expect(lefts).toEqual([...lefts].sort((a, b) => a - b));
  });
});

describe('the form of many parameters', () => {
  it.each(sizes)('ends with the window of $width px, with its buttons in sight', async (size) => {
    const { page } = await open({ state: aHostileScene(), path: '/dags/hostile-0' });
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'Run…', exact: true }).click();
    const form = page.locator('.params-form');
    await form.waitFor();

    const popover = await page.locator('.popover').boundingBox();
    const run = await form.getByRole('button', { name: 'Run', exact: true }).boundingBox();
    await form.getByRole('textbox').last().scrollIntoViewIfNeeded();
    const last = await form.getByRole('textbox').last().boundingBox();

    expect((popover?.y ?? Infinity) + (popover?.height ?? 0)).toBeLessThanOrEqual(size.height);
    expect((run?.y ?? Infinity) + (run?.height ?? 0)).toBeLessThanOrEqual(size.height);
    expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThanOrEqual(size.height);
  });
});
