import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ENDED_RUN, RELEASE_RUN } from './support/language-fixtures.ts';
import { eventually, rendererPage } from './support/renderer-page.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();

const menu = (page: Page) => page.getByRole('menu');
const commands = (page: Page) => menu(page).getByRole('menuitem');
/** What is drawn as chosen, which is also where the keys go. */
const highlighted = (page: Page) => menu(page).locator('[data-focused]:focus');
const isFocused = (one: Locator) => one.evaluate((node) => node === document.activeElement);

describe('a menu that was opened by a key', () => {
  it.each(['Enter', 'Space', 'ArrowDown'])(
    'by %s on its button, has its first command highlighted',
    async (key) => {
      const more = await openDag();

      await more.press(key);

      const page = more.page();
      await highlighted(page).and(commands(page).first()).waitFor();
      await page.keyboard.press('ArrowDown');
      await highlighted(page).and(commands(page).nth(1)).waitFor();
    },
  );

  it.each(['Shift+F10', 'ContextMenu'])(
    'by %s on a run, has its first command highlighted, which Enter chooses',
    async (key) => {
      const { page } = await openRuns();
      await page.keyboard.press('j');
      const row = page.locator('.row-cursor');
      const isThere = async () => (await row.innerText()).includes('release-train');
      for (let steps = 0; steps < 20 && !(await isThere()); steps++) await page.keyboard.press('j');

      await page.keyboard.press(key);

      await highlighted(page).getByText('Open', { exact: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/runs\/release-train\//);
    },
  );

  it.each(['Shift+F10', 'ContextMenu'])(
    'by %s on a DAG, has its first command highlighted',
    async (key) => {
      const { page } = await open({ state: aScene(), path: '/dags' });
      await page.getByText('orders-nightly').waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('j');

      await page.keyboard.press(key);

      await highlighted(page).and(commands(page).first()).waitFor();
    },
  );

  it('on a step, has its first command highlighted', async () => {
    const { page } = await open({ state: aScene(), path: `/runs/release-train/${ENDED_RUN}` });
    const step = page.getByRole('treeitem').first();
    await step.click();

    await step.press('ContextMenu');

    await highlighted(page).getByText('Retry step').waitFor();
  });

  it('passes over what cannot be done, which stays to be read', async () => {
    const { page } = await open({ state: aScene(), path: '/queues' });
    const more = page.getByRole('button', { name: /^More actions/ }).first();

    await more.press('Enter');

    await highlighted(page).getByText('Move down').waitFor();
    const first = page.getByRole('menuitem', { name: 'Move to front' });
    expect(await first.getAttribute('aria-disabled')).toBe('true');
  });

  it('with nothing in it that can be done, says why and closes by Escape', async () => {
    const { page } = await open({ state: aScene(), path: `/runs/release-train/${RELEASE_RUN}` });
    const step = page.getByRole('treeitem').first();
    await step.click();

    await step.press('ContextMenu');
    await page.getByRole('menuitem', { name: /^Retry step The run is active/ }).waitFor();
    await eventually(() => isFocused(menu(page)));
    await page.keyboard.press('Escape');

    await menu(page).waitFor({ state: 'detached' });
    await eventually(() => isFocused(step));
  });
});

describe('a menu that was opened by the mouse', () => {
  it('on its button, has nothing highlighted before an arrow', async () => {
    const more = await openDag();
    const page = more.page();

    await more.click();
    await eventually(() => isFocused(menu(page)));
    expect(await highlighted(page).count()).toBe(0);
    await page.keyboard.press('ArrowDown');

    await highlighted(page).and(commands(page).first()).waitFor();
  });

  it('on a run, has nothing highlighted before an arrow, also after keys', async () => {
    const { page, row } = await openRuns();
    await page.keyboard.press('j');

    await row.click({ button: 'right' });
    await eventually(() => isFocused(menu(page)));
    expect(await highlighted(page).count()).toBe(0);
    await page.keyboard.press('ArrowDown');

    await highlighted(page).and(commands(page).first()).waitFor();
  });

  it('highlights what the pointer comes to', async () => {
    const { page, row } = await openRuns();

    await row.click({ button: 'right' });
    await commands(page).last().hover();

    await highlighted(page).and(commands(page).last()).waitFor();
  });
});

async function openDag(): Promise<Locator> {
  const { page } = await open({ state: aScene(), path: '/dags/orders-nightly' });
  const more = page.getByRole('button', { name: 'More actions for orders-nightly' });
  await more.waitFor();
  return more;
}

async function openRuns() {
  const { page } = await open({ state: aScene(), path: '/runs' });
  const row = page.getByRole('row').filter({ hasText: ENDED_RUN });
  await row.waitFor();
  return { page, row };
}
