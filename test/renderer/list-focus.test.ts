import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ADA_TOKEN } from './support/access-fixtures.ts';
import { rendererPage } from './support/renderer-page.ts';
import { aScene, aSceneWithAccounts } from './support/scene.ts';

const open = rendererPage();

const rows = (page: Page) => page.locator('.list-rows:focus');

async function tickOrders(path = '/dags?q=orders') {
  const opened = await open({ state: aScene(), path });
  const { page } = opened;
  await page.getByText('orders-nightly').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Control+a');
  await page.getByText(/selected/).waitFor();
  return opened;
}

describe('the focus goes to the rows', () => {
  it('after several schedules were suspended and that was taken back', async () => {
    const { page } = await tickOrders();

    await page.getByRole('button', { name: 'Suspend', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.locator('.toast').waitFor({ state: 'detached' });

    await rows(page).waitFor();
  });

  it('after several DAGs were deleted, and after that was taken back', async () => {
    const { page } = await tickOrders();

    await page.getByRole('button', { name: 'Delete…' }).press('Enter');
    await page.getByRole('button', { name: /^Delete \d DAGs/ }).press('Enter');
    await page.getByText('orders-nightly', { exact: true }).waitFor({ state: 'detached' });
    await rows(page).waitFor();
    await page.keyboard.press('F8');
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByText('orders-nightly', { exact: true }).waitFor();

    await rows(page).waitFor();
  });

  it('nowhere after the only DAG was deleted, where the page says how to begin', async () => {
    const state = aScene();
    state.dags = state.dags.filter(({ dag }) => dag.name === 'orders-etl');
    const { page } = await open({ state, path: '/dags' });
    await page.getByRole('checkbox', { name: 'Select orders-etl' }).click({ force: true });
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page
      .getByRole('button', { name: /^Delete/ })
      .last()
      .click();

    await page.getByText('No DAGs yet').waitFor();
    expect(await page.getByText('No DAGs match this filter').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();

    await page.getByText('orders-etl', { exact: true }).waitFor();
  });

  it('from the filter by ArrowDown, which leaves the filter as it is', async () => {
    const { page } = await open({ state: aScene(), path: '/dags' });
    await page.getByText('orders-nightly').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('orders');
    await page.getByText(/^\d of 19$/).waitFor();

    await page.keyboard.press('ArrowDown');

    await rows(page).waitFor({ timeout: 5000 });
    expect(await page.getByRole('textbox', { name: 'Filter DAGs' }).inputValue()).toBe('orders');
  });

  it('from the filter by Escape, once the first has cleared it', async () => {
    const { page } = await open({ state: aScene(), path: '/dags' });
    const filter = page.getByRole('textbox', { name: 'Filter DAGs' });
    await page.getByText('orders-nightly').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('orders');
    await page.getByText(/^\d of 19$/).waitFor();

    await page.keyboard.press('Escape');
    await expect.poll(() => filter.inputValue()).toBe('');
    expect(await filter.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');

    await rows(page).waitFor();
  });
});

describe('the menu of a row', () => {
  it('has an icon before each command', async () => {
    const { page } = await open({ state: aScene(), path: '/dags' });
    await page.getByRole('row', { name: /pg-backup/ }).click({ button: 'right' });
    const items = page.getByRole('menuitem');
    await items.first().waitFor();

    const without = await items.evaluateAll((all) =>
      all.filter((item) => item.querySelector('svg') === null).map((item) => item.textContent),
    );

    expect(without).toEqual([]);
  });

  it('renames a DAG in its place', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags?q=backup' });
    await page.getByRole('row', { name: /pg-backup/ }).click({ button: 'right' });

    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByRole('textbox', { name: 'New name' }).fill('pg-backup-2');
    await page.keyboard.press('Enter');

    await expect
      .poll(() => engine.state.calls.some(({ name }) => name === 'dags.rename'))
      .toBe(true);
    // The engine tells of both names.
    engine.emit({ type: 'dag.changed', fileName: 'pg-backup', change: 'deleted' });
    engine.emit({ type: 'dag.changed', fileName: 'pg-backup-2', change: 'created' });

    await page.getByRole('link', { name: 'pg-backup-2', exact: true }).waitFor();
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe('/dags?q=backup');
    expect(engine.state.calls.find(({ name }) => name === 'dags.rename')?.input).toMatchObject({
      fileName: 'pg-backup',
      newFileName: 'pg-backup-2',
    });
  });

  it('says why a DAG could not be renamed', async () => {
    const state = aScene();
    state.refusals.set('dags.rename', 'There is a DAG of that name.');
    const { page } = await open({ state, path: '/dags' });
    await page.getByRole('row', { name: /pg-backup/ }).click({ button: 'right' });

    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByRole('textbox', { name: 'New name' }).fill('taken');
    await page.keyboard.press('Enter');

    await page.locator('.toast').getByText('There is a DAG of that name.').waitFor();
  });

  it('deletes a DAG once it has asked, and gives it back', async () => {
    const { page } = await open({ state: aScene(), path: '/dags?q=backup' });
    const link = page.getByRole('link', { name: 'pg-backup', exact: true });
    await page.getByRole('row', { name: /pg-backup/ }).click({ button: 'right' });

    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete DAG' }).click();
    await link.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();

    await link.waitFor();
    expect(new URL(page.url()).search).toBe('?q=backup');
  });
});

describe('the focus goes to the page', () => {
  it('after the last row of the settings was deleted', async () => {
    const state = aSceneWithAccounts();
    state.access.apiKeys = state.access.apiKeys.slice(0, 1);
    const { page } = await open({ state, path: '/settings/api-keys', token: ADA_TOKEN });
    await page.getByRole('grid', { name: 'API keys' }).waitFor();

    await page.keyboard.press('j');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter');
    await page.getByRole('button', { name: 'Delete API key' }).press('Enter');
    await page.getByRole('grid', { name: 'API keys' }).waitFor({ state: 'detached' });

    await page.locator('main:focus').waitFor();
  });
});
