import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { rendererPage } from './support/renderer-page.ts';
import { ORDERS_RUN } from './support/run-fixtures.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();

/** As for a page that came over HTTP from another machine. */
async function withoutClipboard(path: string): Promise<Page> {
  const { page } = await open({ state: aScene(), path });
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  return page;
}

describe('a page without a clipboard', () => {
  it.each([
    { what: 'a run ID', path: `/runs/orders-etl/${ORDERS_RUN}`, button: 'Copy run ID' },
    { what: 'a log', path: `/runs/orders-etl/${ORDERS_RUN}?step=score-fraud`, button: 'Copy log' },
    { what: 'a part of a file', path: '/settings/users', button: 'Copy lines of config.yaml' },
  ])('says so where $what is copied, and not that it was', async ({ path, button }) => {
    const page = await withoutClipboard(path);

    await page.getByRole('button', { name: button }).first().click();

    await page.getByText(/^Could not copy: .* HTTPS or on localhost/).waitFor();
    await page.getByRole('button', { name: button }).first().waitFor();
    expect(await page.getByText('Copied').count()).toBe(0);
  });

  it('says so where a command of a menu copies', async () => {
    const page = await withoutClipboard('/dags');
    await page.getByText('pg-backup').first().click({ button: 'right' });

    await page.getByRole('menuitem', { name: 'Copy name' }).click();

    await page.getByText('Could not copy').waitFor();
  });
});
