import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { aQueueItem } from './support/queue-fixtures.ts';
import { rendererPage } from './support/renderer-page.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();
const zone = 'Europe/Berlin';
/** 09:30 there, where the page is, and 18:00. */
const now = Date.parse('2026-11-19T08:30:00Z');
const evening = '2026-11-19T17:00:00.000Z';

const timeIn = (page: Page) =>
  page.getByRole('dialog', { name: /^Run / }).getByLabel('Date and time');

describe('a run that starts later', () => {
  it('is asked for beside Run, by the keyboard, and its page, its row and a notification say when', async () => {
    const { page, engine } = await open({ state: aScene(now), path: '/dags/pg-backup', now });
    await page.getByRole('button', { name: 'More ways to run' }).press('Enter');
    await page.getByRole('menuitem', { name: /^Run later…/ }).press('Enter');

    const time = timeIn(page);
    await page.getByText(`Time zone: ${zone} · in 30m`).waitFor();
    expect(await time.evaluate((field) => field === document.activeElement)).toBe(true);
    await time.fill('2026-11-19T18:00');
    await page.getByText(`Time zone: ${zone} · in 9 h`).waitFor();
    await time.press('Enter');

    await page.waitForURL(/\/runs\/pg-backup\/started-/);
    const start = engine.state.calls.findLast(({ name }) => name === 'dags.start');
    expect(start?.input).toMatchObject({ fileName: 'pg-backup', at: evening });
    await page.getByText(`pg-backup starts at 18:00 (${zone}).`).waitFor();
    await page.getByText(/Starts at 18:00, in 9\sh/).waitFor();
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'Starts at 18:00' });
    expect(await row.innerText()).toMatch(/Queued\s+pg-backup\s+Starts at 18:00 · in 9\sh/);
  });

  it('is refused where its time is in the past, with the reason at the field', async () => {
    const { page, engine } = await open({
      ...{ state: aScene(now), path: '/dags/pg-backup?run=later', now },
    });
    const time = timeIn(page);
    await time.fill('2026-11-19T09:00');

    for (const verb of ['Run later', 'Enqueue']) {
      await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
      await page.getByText('09:00 is in the past. Enter a later time.').first().waitFor();
    }

    expect(engine.state.calls.filter(({ name }) => /^dags\.(?:start|enqueue)$/.test(name))).toEqual(
      [],
    );
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it.each([
    ['of the page of a DAG', '/dags/orders-etl', 'Run…'],
    ['of the list', '/dags', 'Run orders-etl'],
  ])('is asked for in the form %s, with the parameters', async (_where, path, button) => {
    const { page, engine } = await open({ state: aScene(now), path, now });
    await page.getByRole('button', { name: button, exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Run orders-etl' });
    await form.getByRole('textbox', { name: 'REGION' }).fill('eu');

    await form.getByLabel('Start').selectOption('At a time');
    await timeIn(page).fill('2026-11-19T18:00');
    await form.getByRole('button', { name: 'Run later' }).click();

    await page.waitForURL(/\/runs\/orders-etl\/started-/);
    const start = engine.state.calls.findLast(({ name }) => name === 'dags.start');
    expect(start?.input).toMatchObject({ params: '{"REGION":"eu"}', at: evening });
  });

  it('is a command of the menu of a row, and of the palette', async () => {
    const { page } = await open({ state: aScene(now), path: '/dags', now });
    await page.getByRole('row').filter({ hasText: 'pg-backup' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Run later…/ }).click();
    await timeIn(page).waitFor();
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+k');
    await page.keyboard.type('run later');
    await page.getByRole('option', { name: /Run later…/ }).waitFor();
    await page.keyboard.press('Enter');

    await timeIn(page).waitFor();
  });

  it('has its time in place of a number in its queue, and cannot be moved before', async () => {
    const state = aScene(now);
    const [heavy, ...others] = state.queues;
    const planned = aQueueItem('reports', now, {
      ...{ position: 6, ago: 1, reason: 'starts on Thu 19 Nov 2026, 18:00', plannedAt: evening },
    });
    const queued = [...(heavy?.queued ?? []), planned];
    state.queues = heavy ? [{ ...heavy, queued, queuedCount: queued.length }, ...others] : [];
    const { page } = await open({ state, path: '/queues', now });

    const item = page.getByRole('row').filter({ hasText: 'Starts at 18:00 · in 9' });
    expect(await item.getAttribute('draggable')).toBe('false');
    expect(await item.getByRole('button', { name: 'Move reports up' }).count()).toBe(0);
    await item.getByRole('button', { name: 'More actions for reports' }).click();

    const first = page.getByRole('menuitem', { name: /Move to front/ });
    await first.getByText('It starts at its time').waitFor();
    const remove = page.getByRole('menuitem', { name: 'Remove from queue…' });
    expect(await remove.getAttribute('aria-disabled')).toBeNull();
  });
});
