import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { aUser } from './support/access-fixtures.ts';
import { RELEASE_RUN, WAITING_SUB_RUN } from './support/language-fixtures.ts';
import { rendererPage } from './support/renderer-page.ts';
import { ORDERS_RUN } from './support/run-fixtures.ts';
import { aScene, aSceneWithAccounts } from './support/scene.ts';

const open = rendererPage();

async function choose(page: Page, text: string, option: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(text);
  await page.getByRole('option', { name: option }).waitFor();
  await page.keyboard.press('Enter');
}

describe('what the palette has first', () => {
  it('is what was opened last, also by a link', async () => {
    const { page } = await open({ state: aScene(), path: '/dags' });
    for (const name of ['gdpr-purge', 'pg-backup']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.waitForURL(`**/dags/${name}`);
      await page.getByRole('link', { name: 'DAGs', exact: true }).first().click();
      await page.getByRole('grid', { name: 'DAGs' }).waitFor();
    }

    await page.keyboard.press('Control+k');

    const options = page.getByRole('option');
    await options.filter({ hasText: 'pg-backup' }).first().waitFor();
    const first = async () => (await options.allInnerTexts()).slice(0, 2);
    await expect
      .poll(first)
      .toEqual([expect.stringContaining('pg-backup'), expect.stringContaining('gdpr-purge')]);
  });
});

describe('what can be done from the palette', () => {
  it.each(['/dags', `/runs/release-train/${RELEASE_RUN}`, `/runs/orders-etl/${ORDERS_RUN}`])(
    'a run is stopped from %s, once its page has asked',
    async (path) => {
      const { page, engine } = await open({ state: aScene(), path });
      await page.getByText('Engine ready').waitFor();
      await page.getByRole('heading').first().waitFor();

      await choose(page, 'stop orders', /^Stop orders-etl…/);
      await page.waitForURL(`**/runs/orders-etl/${ORDERS_RUN}*`);
      const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
      await dialog.getByText('Stop orders-etl').waitFor();
      await dialog.getByRole('button', { name: 'Stop run' }).click();

      await expect
        .poll(() => engine.state.calls.find(({ name }) => name === 'runs.stop')?.input)
        .toMatchObject({ dagRunId: ORDERS_RUN });
    },
  );

  it.each(['/dags/orders-nightly', '/dags/orders-nightly/runs'])(
    'the DAG of %s is run, and not the first of all',
    async (path) => {
      const { page, engine } = await open({ state: aScene(), path });
      await page.getByRole('heading', { name: 'orders-nightly' }).waitFor();

      await choose(page, 'run', /^Run orders-nightly/);

      await expect
        .poll(() => engine.state.calls.find(({ name }) => name === 'dags.start')?.input)
        .toMatchObject({ fileName: 'orders-nightly' });
    },
  );

  it.each(['/dags', `/runs/release-train/${RELEASE_RUN}`])(
    'a gate is led to from %s, with the focus in its form',
    async (path) => {
      const { page } = await open({ state: aScene(), path });
      await page.getByText('Engine ready').waitFor();
      await page.getByRole('heading').first().waitFor();

      await choose(page, 'approve or reject money', /^Approve or reject money in release-train…/);

      await page
        .getByRole('form', { name: 'Decision for money' })
        .locator('button:focus')
        .waitFor();
    },
  );

  it('the gate of a run that another one called is led to, below that one', async () => {
    const { page } = await open({ state: aScene(), path: '/dags' });
    await page.getByText('Engine ready').waitFor();

    await choose(page, 'confirm', /^Approve or reject confirm in deploy-region…/);

    await page.waitForURL(`**/release-train/${RELEASE_RUN}/sub/deploy-region/${WAITING_SUB_RUN}*`);
    await page.getByRole('form', { name: 'Decision for confirm' }).locator(':focus').waitFor();
  });

  it('a schedule is suspended, which the list shows and a notification takes back', async () => {
    const { page } = await open({ state: aScene(), path: '/dags' });
    await page.getByText('pg-backup').waitFor();

    await choose(page, 'suspend schedule of pg', /^Suspend schedule of pg-backup/);
    await page.getByText('off · was daily at 01:00').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();

    await page.getByText('off · was daily at 01:00').waitFor({ state: 'detached' });
  });

  it('what a viewer may not do says so, and is not done', async () => {
    const state = aSceneWithAccounts();
    state.access.users.push(aUser('vera'));
    state.access.sessions.set('of-vera', 'vera');
    const { page, engine } = await open({ state, path: '/dags', token: 'of-vera' });
    await page.getByText('Engine ready').waitFor();

    await choose(page, 'stop orders', /^Stop orders-etl…/);

    const option = page.getByRole('option', { name: /^Stop orders-etl…/ });
    expect(await option.getAttribute('aria-disabled')).toBe('true');
    expect(await option.innerText()).toMatch(/role/);
    expect(new URL(page.url()).pathname).toBe('/dags');
    expect(engine.state.calls.some(({ name }) => name === 'runs.stop')).toBe(false);
  });

  it('a run whose DAG cannot be read is not started, and the reason shows', async () => {
    const state = aScene();
    state.refusals.set('dags.get', 'The folder is gone.');
    const { page, engine } = await open({ state, path: '/runs' });
    await page.getByText('Engine ready').waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('orders-n');
    await page
      .getByRole('option', { name: /orders-nightly/ })
      .first()
      .waitFor();
    await page.keyboard.press('Control+Enter');

    await page.getByRole('dialog').getByText('The folder is gone.').waitFor();
    expect(engine.state.calls.filter(({ name }) => name === 'dags.start')).toEqual([]);
  });
});
