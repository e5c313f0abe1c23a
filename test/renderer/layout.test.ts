import { describe, expect, it } from 'vitest';
import { aHostileScene, HOSTILE_RUN, hostileTexts } from './support/hostile-scene.ts';
import { outOfReach } from './support/out-of-reach.ts';
import { rendererPage } from './support/renderer-page.ts';
import { aNode, ORDERS_RUN } from './support/run-fixtures.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();
const run = `/runs/orders-etl/${ORDERS_RUN}`;
/** 1280×800 at a zoom of 200 %. */
const zoomed = { width: 640, height: 400 };

describe('in a narrow window and at a zoom of 200 %', () => {
  it('the words of a schedule have room in the list of DAGs', async () => {
    const { page } = await open({ state: aScene(), path: '/dags', width: 1100 });

    const row = page.getByRole('row', { name: /orders-nightly/ });
    const words = row.getByRole('gridcell').filter({ hasText: ' at 02:30' });

    expect((await words.boundingBox())?.width).toBeGreaterThan(120);
  });

  it('the parameters of a run and the way to its first error stay', async () => {
    const { page } = await open({ state: aScene(), path: run, width: 900 });

    await page.getByText('DATE=2026-11-19').waitFor();
    await page.getByRole('button', { name: /First error/ }).click();

    await page.locator('.log-error').first().waitFor();
  });

  it('a parameter with blanks is one value', async () => {
    const state = aScene();
    Object.assign(state.runs[0]!, { params: '{"A":"b c","D":"e"}' });
    const { page } = await open({ state, path: run });

    await page.getByText('A="b c" D=e', { exact: true }).waitFor();
  });

  it.each([200, 304])('the counts of the steps stay in their pane of %i px', async (width) => {
    const state = aScene();
    const statuses = ['succeeded', 'running', 'waiting', 'failed', 'aborted', 'skipped'] as const;
    const nodes = Array.from({ length: 1200 }, (_, at) =>
      aNode(`s${at}`, state.now, { status: statuses[at % 6] ?? 'succeeded', from: 0, to: 1 }),
    );
    Object.assign(state.runs[0]!, { nodes });
    const { page } = await open({ state, path: '/runs' });
    await page.evaluate((px) => localStorage.setItem('dagwright.pane.run.tree', `${px}`), width);
    await page.goto(new URL(run, page.url()).href);

    const [counts, splitter] = await Promise.all([
      page.locator('.step-bar .counts').boundingBox(),
      page.getByRole('separator', { name: 'Width of the steps' }).boundingBox(),
    ]);

    expect((counts?.x ?? Infinity) + (counts?.width ?? 0)).toBeLessThanOrEqual(splitter?.x ?? 0);
    expect(await outOfReach(page)).toEqual([]);
  });

  it('the editor keeps some lines', async () => {
    const { page } = await open({ state: aScene(), path: '/dags/orders-etl' });
    await page.setViewportSize(zoomed);

    const box = await page.locator('.editor').boundingBox();

    expect(box?.height).toBeGreaterThanOrEqual(160);
  });
});

describe('with texts that are long, turn their direction, or look like markup', () => {
  const hostileRun = `/runs/${hostileTexts.long}/${HOSTILE_RUN}`;

  it('a name of an output does not run into its value', async () => {
    const { page } = await open({ state: aHostileScene(), path: hostileRun });
    await page.getByRole('tab', { name: 'Outputs' }).click();

    const name = page.locator('.outputs dt').first();
    const spilled = await name.evaluate((dt) => dt.scrollWidth - dt.clientWidth);

    expect(spilled).toBe(0);
  });

  it('the form of the parameters keeps its labels', async () => {
    const { page } = await open({ state: aHostileScene(), path: '/dags/hostile-0' });
    await page.getByRole('button', { name: 'Run…', exact: true }).click();
    await page.locator('.params-form').waitFor();

    expect(await outOfReach(page)).toEqual([]);
  });
});
