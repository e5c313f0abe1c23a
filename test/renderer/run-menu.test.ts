import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { FakeEngine } from './support/fake-engine.ts';
import { ENDED_RUN, RELEASE_RUN } from './support/language-fixtures.ts';
import { eventually, rendererPage } from './support/renderer-page.ts';
import { aRun, ORDERS_RUN } from './support/run-fixtures.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();

const menu = (page: Page) => page.getByRole('menu');
const command = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });
const list = (page: Page) => page.getByRole('rowgroup', { name: 'Rows' });
const called = (engine: FakeEngine, name: string) =>
  engine.state.calls.filter((call) => call.name === name).map(({ input }) => input);

/** Brings the keys to a row, wherever the times of its run have put it. */
async function moveTo(page: Page, row: Locator): Promise<void> {
  await list(page).focus();
  const id = await row.getAttribute('id');
  for (let steps = 0; steps < 20; steps++) {
    if ((await list(page).getAttribute('aria-activedescendant')) === id) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error('The keys do not come to the row.');
}

describe('the menu of a run in the list', () => {
  it('opens by a right click under the name of its run, and gives the focus back to the row', async () => {
    const { page, row } = await openRuns(RELEASE_RUN);

    await row.click({ button: 'right' });
    await page.getByRole('menu', { name: 'Run of release-train' }).waitFor();
    await page.getByRole('dialog', { name: 'Run of release-train' }).waitFor();
    await page.keyboard.press('Escape');

    await menu(page).waitFor({ state: 'detached' });
    await page.locator('.list-rows:focus').waitFor();
    const cursor = await list(page).getAttribute('aria-activedescendant');
    expect(cursor).toBe(await row.getAttribute('id'));
  });

  it.each(['Shift+F10', 'ContextMenu'])(
    'opens by %s at the row that the keys are on',
    async (key) => {
      const { page, row } = await openRuns(RELEASE_RUN);
      await moveTo(page, row);

      await page.keyboard.press(key);
      await page.getByRole('menu', { name: 'Run of release-train' }).waitFor();
      await page.keyboard.press('Escape');

      await page.locator('.list-rows:focus').waitFor();
      expect(await page.locator('.row-cursor').innerText()).toContain('release-train');
    },
  );

  it('asks before it stops a run, by the names of its steps', async () => {
    const { page, row, engine } = await openRuns(ORDERS_RUN);

    await row.click({ button: 'right' });
    await command(page, /^Stop$/).click();
    const dialog = page.getByRole('alertdialog', { name: 'Stop orders-etl' });
    await dialog.getByText(/^This stops .*score-fraud/).waitFor();
    await dialog.getByRole('button', { name: 'Stop run' }).click();

    await row.getByText('Aborted').waitFor();
    expect(called(engine, 'runs.stop')).toMatchObject([{ dagRunId: ORDERS_RUN }]);
    await eventually(() => isFocusIn(list(page)));
  });

  it('removes one that is queued from its queue', async () => {
    const { page, row, engine } = await openRuns('queued-2', 'queued');

    await row.click({ button: 'right' });
    await command(page, 'Remove from queue…').click();
    const ask = page.getByRole('alertdialog', { name: 'Remove pricing-model from its queue' });
    await ask.getByText(/^It has been waiting for 1m .* This cannot be undone\./).waitFor();
    await ask.getByText('Parameters: REGION=all').waitFor();
    await ask.getByRole('button', { name: 'Remove run' }).click();

    await eventually(() => called(engine, 'runs.dequeue').length === 1);
    expect(called(engine, 'runs.stop')).toEqual([]);
  });

  it('asks for the parameters of a new run, which opens', async () => {
    const { page, row } = await openRuns(ENDED_RUN);

    await row.click({ button: 'right' });
    await command(page, /^Run again/).click();
    await page.getByLabel('VERSION').waitFor();
    await page.keyboard.press('Enter');

    await page.waitForURL(/\/runs\/release-train\/again-/);
  });

  it('says beside the list why the engine refused to retry a run', async () => {
    const { page, row, engine } = await openRuns(ENDED_RUN);
    engine.state.refusals.set('runs.retry', 'Another run with this ID is active.');

    await row.click({ button: 'right' });
    await command(page, /^Retry/).click();

    await page.locator('.toast').getByText('Another run with this ID is active.').waitFor();
  });

  it('disables what cannot be done, with the reason', async () => {
    const { page, row } = await openRuns(RELEASE_RUN);

    await row.click({ button: 'right' });

    const retry = command(page, /^Retry The run is active/);
    await retry.waitFor();
    expect(await retry.getAttribute('aria-disabled')).toBe('true');
  });

  it('copies the run ID, and leads to the run and to its DAG', async () => {
    const { page, row } = await openRuns(RELEASE_RUN);
    await row.click({ button: 'right' });
    await command(page, 'Copy run ID').click();
    await eventually(
      async () => (await page.evaluate(() => navigator.clipboard.readText())) === RELEASE_RUN,
    );

    await row.click({ button: 'right' });
    await command(page, 'Open DAG').click();
    await page.waitForURL(/\/dags\/release-train$/);
    await page.goBack();
    await row.click({ button: 'right' });
    await command(page, /^Open$/).click();

    await page.waitForURL(new RegExp(`/runs/release-train/${RELEASE_RUN}$`));
  });
});

describe('the menu of a run on the page of its DAG', () => {
  it('has the commands that it has in the list of all runs', async () => {
    const { page, row } = await openRuns(ORDERS_RUN);
    await row.click({ button: 'right' });
    await menu(page).waitFor();
    const offered = await menu(page).getByRole('menuitem').allInnerTexts();

    const ofDag = await openRunsTab(page, ORDERS_RUN);
    await ofDag.click({ button: 'right' });

    await page.getByRole('menu', { name: 'Run of orders-etl' }).waitFor();
    expect(await menu(page).getByRole('menuitem').allInnerTexts()).toEqual(offered);
    expect(offered.length).toBeGreaterThan(4);
  });

  it('opens by Shift+F10 at the row that the keys are on, and gives the focus back', async () => {
    const { page } = await openRuns(ORDERS_RUN);
    const row = await openRunsTab(page, ORDERS_RUN);
    await list(page).focus();
    expect(await list(page).getAttribute('aria-activedescendant')).toBe(
      await row.getAttribute('id'),
    );

    await page.keyboard.press('Shift+F10');
    await page.getByRole('menu', { name: 'Run of orders-etl' }).waitFor();
    await page.keyboard.press('Escape');

    await page.locator('.list-rows:focus').waitFor();
  });

  it('leaves the row in sight that its key means, below it and above it', async () => {
    const { page, row } = await openRuns(ORDERS_RUN);
    await moveTo(page, row);
    await page.keyboard.press('Shift+F10');
    await menu(page).waitFor();
    const { bottom } = await edges(row);
    await eventually(async () => (await edges(menu(page))).top >= bottom);

    const low = await openRunsTab(page, ORDERS_RUN);
    await list(page).focus();
    await page.keyboard.press('Shift+F10');
    await menu(page).waitFor();

    const { top } = await edges(low);
    await eventually(async () => (await edges(menu(page))).bottom <= top);
  });

  it('stops the run, after it has asked, and shows what became of it', async () => {
    const { page, engine } = await openRuns(ORDERS_RUN);
    const row = await openRunsTab(page, ORDERS_RUN);

    await row.click({ button: 'right' });
    await command(page, /^Stop$/).click();
    const dialog = page.getByRole('alertdialog', { name: 'Stop orders-etl' });
    await dialog.getByRole('button', { name: 'Stop run' }).click();

    await row.getByText('Aborted').waitFor();
    expect(called(engine, 'runs.stop')).toMatchObject([{ dagRunId: ORDERS_RUN }]);
  });
});

describe('the Retry button of a run', () => {
  it('says why it is disabled, to the pointer and to a screen reader', async () => {
    const { page } = await open({ state: aScene(), path: `/runs/release-train/${RELEASE_RUN}` });
    const retry = page.getByRole('button', { name: 'Retry', exact: true });
    await retry.waitFor();
    const reason = 'The run is active. You can retry it after it ends, or after you stop it.';

    expect(await retry.isDisabled()).toBe(true);
    expect(await page.getByTitle(reason).getByRole('button').innerText()).toBe('Retry');
    const described = await retry.evaluate(
      (one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent,
    );
    expect(described).toBe(reason);
  });
});

describe('a page that is not there', () => {
  it('has a link to the DAGs', async () => {
    const { page } = await open({ state: aScene(), path: '/nowhere' });

    await page.getByRole('main').getByRole('link', { name: 'Go to DAGs' }).click();

    await page.waitForURL(/\/dags$/);
    await page.getByText('orders-nightly').waitFor();
  });
});

describe('a run of a DAG without a file', () => {
  it('has no request that fails', async () => {
    const state = aScene();
    const failed: string[] = [];
    state.dags = state.dags.filter(({ dag }) => dag.name !== 'orders-etl');
    const { page, engine } = await open({ state, path: '/dags' });
    page.on('response', (answer) => answer.status() >= 400 && failed.push(answer.url()));

    const looked = page.waitForResponse(/\/dags\?.*name=orders-etl/);
    await page.goto(`${engine.url}/runs/orders-etl/${ORDERS_RUN}`);
    await looked;
    await page
      .getByRole('region', { name: 'Log lines' })
      .getByText('Error: http')
      .first()
      .waitFor();

    expect(failed).toEqual([]);
  });
});

/** The list of runs, with one in it that is queued as well. */
async function openRuns(dagRunId: string, status?: 'queued') {
  const state = aScene();
  if (status !== undefined) {
    const queuedAt = new Date(Date.now() - 60_000).toISOString();
    const queued = aRun('pricing-model', status, {
      dagRunId,
      queuedAt,
      params: '{"REGION":"all"}',
    });
    state.runs.unshift({ ...queued, attempt: 1, preconditions: [], nodes: [] });
  }
  const opened = await open({ state, path: '/runs' });
  const row = opened.page.getByRole('row').filter({ hasText: dagRunId });
  await row.waitFor();
  return { ...opened, row };
}

/** The tab of the DAG of a run that is in the list. */
async function openRunsTab(page: Page, dagRunId: string): Promise<Locator> {
  await page.goto(new URL('/dags/orders-etl/runs', page.url()).href);
  const row = page.getByRole('row').filter({ hasText: dagRunId });
  await row.waitFor();
  return row;
}

async function edges(one: Locator): Promise<{ top: number; bottom: number }> {
  return one.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return { top, bottom };
  });
}

function isFocusIn(place: Locator): Promise<boolean> {
  return place.evaluate((one) => one.contains(document.activeElement));
}
