import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ADA_TOKEN } from './support/access-fixtures.ts';
import { eventually, rendererPage } from './support/renderer-page.ts';
import { aScene, aSceneWithAccounts } from './support/scene.ts';

const THURSDAY = Date.parse('2026-11-19T08:42:00Z');

const open = rendererPage();
const openList = async ({ path, list }: Pick<List, 'path' | 'list'>) => {
  const isSettings = path.startsWith('/settings');
  const state = isSettings ? aSceneWithAccounts(THURSDAY) : aScene(THURSDAY);
  const token = isSettings ? { token: ADA_TOKEN } : {};
  const opened = await open({ state, path, now: THURSDAY, ...token });
  const grid = opened.page.getByRole('grid', { name: list, exact: true });
  // The list itself is the stop of Tab, or what scrolls below its head.
  const rows = opened.page.locator('[tabindex="0"]').and(grid.or(grid.getByRole('rowgroup')));
  await rows.getByRole('row').nth(1).waitFor();
  return { ...opened, rows };
};

/** What stands in the row that the keys are on. */
const current = async (rows: Locator): Promise<string> => {
  const id = await rows.getAttribute('aria-activedescendant');
  return rows.locator(`[id="${id}"]`).innerText();
};
const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement);
const isFocusWithin = (one: Locator) =>
  one.evaluate((element) => element.contains(document.activeElement));
const focusedName = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

interface List {
  readonly list: string;
  readonly path: string;
  /** Of the rows that the keys come to first. */
  readonly first: string;
  readonly second: string;
  /** What Enter leads to in the second row. */
  readonly opened: (page: Page) => Promise<unknown>;
  /** The first of the links and buttons of the second row. */
  readonly control: string;
}

const lists: readonly List[] = [
  {
    list: 'Waiting in heavy',
    path: '/queues',
    first: 'crm-sync',
    second: 'refunds-backfill',
    opened: (page) => page.waitForURL(/\/runs\/refunds-backfill\/queued/),
    control: 'refunds-backfill',
  },
  {
    list: 'Running in heavy',
    path: '/queues',
    first: 'embeddings-refresh',
    second: 'warehouse-mirror',
    opened: (page) => page.waitForURL(/\/runs\/warehouse-mirror\/queued/),
    control: 'warehouse-mirror',
  },
  {
    list: 'Users',
    path: '/settings/users',
    first: 'ada',
    second: 'brook.hale',
    opened: (page) => page.getByRole('dialog', { name: 'Edit brook.hale' }).waitFor(),
    control: 'More actions for brook.hale',
  },
  {
    list: 'API keys',
    path: '/settings/api-keys',
    first: 'deploy-bot',
    second: 'grafana',
    opened: (page) => page.getByRole('dialog', { name: 'Edit grafana' }).waitFor(),
    control: 'More actions for grafana',
  },
  {
    list: 'Webhooks',
    path: '/settings/webhooks',
    first: 'orders-etl',
    second: 'release-train',
    opened: (page) => page.waitForURL(/\/settings\/webhooks\/release-train$/),
    control: 'release-train',
  },
  {
    list: 'Remote nodes',
    path: '/settings/nodes',
    first: 'berlin',
    second: 'build-farm',
    opened: (page) =>
      page
        .getByRole('row', { name: /build-farm/ })
        .getByText('Shown')
        .waitFor(),
    control: 'Copy address of build-farm',
  },
  {
    list: 'Keychain',
    path: '/settings/keychain',
    first: 'Signing secret',
    second: 'Token of paris',
    opened: (page) =>
      page
        .getByRole('alertdialog', { name: 'Remove “Token of paris” from the keychain' })
        .waitFor(),
    control: 'Remove Token of paris',
  },
  {
    list: 'Items of Git Sync',
    path: '/git/orders-nightly',
    first: 'weekly-report',
    second: 'backup',
    opened: (page) => page.waitForURL(/\/git\/backup$/),
    control: 'Choose backup.yaml',
  },
  {
    list: 'DAGs',
    path: '/dags?q=orders',
    // The head of a group, which holds the one below it.
    first: 'warehouse',
    second: 'orders-etl',
    opened: (page) => page.waitForURL(/\/dags\/orders-etl$/),
    control: 'Select orders-etl',
  },
  {
    list: 'Slots',
    path: '/schedule?day=2026-11-16&view=list&state=missed',
    first: 'api-health',
    second: 'fraud-features',
    opened: (page) => page.waitForURL(/\/dags\/fraud-features\/schedule/),
    control: 'fraud-features',
  },
];

describe('a list', () => {
  it.each(lists)('of $list is one stop of Tab, moved in by j, k and the arrows', async (list) => {
    const { page, rows } = await openList(list);

    await rows.focus();
    expect(await current(rows)).toContain(list.first);
    await page.keyboard.press('j');
    expect(await current(rows)).toContain(list.second);
    await page.keyboard.press('k');
    expect(await current(rows)).toContain(list.first);
    await page.keyboard.press('ArrowDown');
    expect(await current(rows)).toContain(list.second);
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    expect(await current(rows)).toContain(list.first);

    await page.keyboard.press('Tab');
    expect(await isFocusWithin(rows)).toBe(false);
    // Behind the last stop of a page come the browser's own, from where each browser comes back in its way.
    await rows.focus();
    await page.keyboard.press('Shift+Tab');
    expect(await isFocusWithin(rows)).toBe(false);
    await page.keyboard.press('Tab');
    expect(await hasFocus(rows)).toBe(true);
  });

  it.each(lists)('of $list opens its row by Enter', async ({ opened, ...list }) => {
    const { page, rows } = await openList(list);

    await rows.focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');

    await opened(page);
  });

  it.each(lists)('of $list leads to what is in its row, and back', async ({ control, ...list }) => {
    const { page, rows } = await openList(list);

    await rows.focus();
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowRight');
    expect(await hasFocus(rows)).toBe(false);
    expect(await isFocusWithin(rows)).toBe(true);
    expect(await focusedName(page)).toContain(control);
    await page.keyboard.press('ArrowLeft');
    expect(await hasFocus(rows)).toBe(true);

    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    expect(await hasFocus(rows)).toBe(true);
    expect(await current(rows)).toContain(list.first);
  });
});

describe('a click on the blank part of a row', () => {
  const openedByClick = ['Waiting in heavy', 'Items of Git Sync', 'DAGs', 'Slots', 'Webhooks'];

  it.each(lists.filter(({ list }) => openedByClick.includes(list)))(
    'opens it in $list, as Enter does',
    async ({ opened, ...list }) => {
      const { page, rows } = await openList(list);

      await rows.getByRole('row').filter({ hasText: list.second }).first().dispatchEvent('click');

      await opened(page);
    },
  );

  it('only moves the cursor where Enter would do something else than open', async () => {
    const { page, rows } = await openList({ path: '/settings/keychain', list: 'Keychain' });

    await rows.getByRole('row').nth(1).dispatchEvent('click');

    await eventually(async () => (await current(rows)).includes('Token of paris'));
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });

  it('ticks the row with Ctrl, and all up to it with Shift', async () => {
    const { page, rows } = await openList({ path: '/dags?q=orders', list: 'DAGs' });

    await rows.getByRole('row').nth(1).dispatchEvent('click', { ctrlKey: true });
    await page.getByText('1 selected').waitFor();
    await rows.getByRole('row').nth(2).dispatchEvent('click', { shiftKey: true });

    await page.getByText('2 selected').waitFor();
    expect(new URL(page.url()).pathname).toBe('/dags');
  });
});

describe('the keys of lists', () => {
  it('find the list of the page, and the list of keys has each of them once', async () => {
    const { page, rows } = await openList({ path: '/queues', list: 'Running in heavy' });

    await page.keyboard.press('j');
    expect(await hasFocus(rows)).toBe(true);
    await page.keyboard.press('?');

    const listed = page.getByRole('dialog', { name: 'Keyboard shortcuts' }).locator('kbd');
    await expect
      .poll(() => listed.allInnerTexts())
      .toEqual(['?', 'j', 'k', 'Enter', '→', 'Ctrl K']);
  });

  it('move a waiting run by the buttons in its row, and go on from its new place', async () => {
    const { page, rows, engine } = await openList({ path: '/queues', list: 'Waiting in heavy' });
    const order = () => engine.state.queues[0]?.queued.map(({ name }) => name).slice(0, 3);
    await rows.focus();
    await page.keyboard.press('j');
    for (let press = 0; press < 2; press++) await page.keyboard.press('ArrowRight');
    expect(await focusedName(page)).toBe('Move refunds-backfill up');

    await page.keyboard.press('Enter');

    await expect.poll(order).toEqual(['refunds-backfill', 'crm-sync', 'pricing-model']);
    // The button has nothing more to do, and the list has the focus again.
    await eventually(() => hasFocus(rows));
    expect(await current(rows)).toContain('refunds-backfill');
    await page.keyboard.press('j');
    expect(await current(rows)).toContain('crm-sync');
  });

  it('stay in a list after its row was removed', async () => {
    const { page, rows } = await openList({ path: '/settings/users', list: 'Users' });
    await rows.focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menu', { name: 'More actions for brook.hale' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog', { name: 'Delete the user brook.hale' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await rows.getByText('brook.hale').waitFor({ state: 'detached' });

    await eventually(() => hasFocus(rows));
    await page.keyboard.press('k');
    expect(await current(rows)).toContain('ada');
  });

  it('go from row to row where an arrow alone would open the menu of a row', async () => {
    const { page, rows } = await openList({ path: '/settings/users', list: 'Users' });
    await rows.focus();
    await page.keyboard.press('ArrowRight');
    expect(await focusedName(page)).toBe('More actions for ada');

    await page.keyboard.press('ArrowDown');

    expect(await hasFocus(rows)).toBe(true);
    expect(await current(rows)).toContain('brook.hale');
    expect(await page.getByRole('menu').count()).toBe(0);
  });

  it('tick, and untick, what is to be published', async () => {
    const { page, rows } = await openList({ path: '/git', list: 'Items of Git Sync' });
    const chosen = (words: string) => page.getByText(words, { exact: true }).waitFor();
    await rows.focus();
    await page.keyboard.press('Escape');
    await chosen('0 of 4 changes');
    // The first is a conflict, which cannot be published.
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await chosen('1 of 4 changes');
    await page.keyboard.press('Control+a');
    await chosen('4 of 4 changes');
  });

  it('switch a webhook off and on in its row', async () => {
    const { page, rows } = await openList({ path: '/settings/webhooks', list: 'Webhooks' });
    const isOn = () => rows.getByRole('switch').first().getAttribute('aria-checked');
    await rows.focus();
    const before = await isOn();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');

    await page.keyboard.press('Space');

    await expect.poll(isOn).toBe(String(before !== 'true'));
  });

  it('open the run of a delivery', async () => {
    const path = '/settings/webhooks/orders-etl';
    const { page, rows } = await openList({ path, list: 'Deliveries' });
    await rows.focus();

    await page.keyboard.press('Enter');

    await page.waitForURL(/\/runs\/orders-etl\//);
  });
});

describe('an import', () => {
  it('is chosen, looked at and made by keyboard, and the focus goes along', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags?import=yes' });
    const list = page.getByRole('grid', { name: 'DAGs of this import' });
    await page.getByLabel('Or paste a definition').focus();
    await page.keyboard.insertText('steps: [echo]');
    await page.getByRole('button', { name: 'Show' }).focus();

    await page.keyboard.press('Enter');
    await eventually(() => hasFocus(list));
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Create', exact: true }).waitFor();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Create 1 DAG' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Back', exact: true }).focus();
    await page.keyboard.press('Enter');
    await eventually(() => hasFocus(page.getByLabel('Or paste a definition')));
    await page.getByRole('button', { name: 'Show' }).focus();
    await page.keyboard.press('Enter');
    await eventually(() => hasFocus(list));
    await page.getByRole('button', { name: 'Create 1 DAG' }).focus();
    await page.keyboard.press('Enter');

    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(engine.state.specs.get('imported')).toBe('steps: [echo]');
  });
});
