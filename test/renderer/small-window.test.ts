import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ENDED_RUN, RELEASE_RUN } from './support/language-fixtures.ts';
import { rendererPage } from './support/renderer-page.ts';
import { ORDERS_RUN } from './support/run-fixtures.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();
/** 1280×800 at a zoom of 200 %. */
const zoomed = { width: 640, height: 400 };
/** 09:42 on a Thursday in Berlin. */
const now = Date.parse('2026-11-19T08:42:00Z');

async function openZoomed(path: string, time?: number): Promise<Page> {
  const clock = time === undefined ? {} : { now: time };
  const { page } = await open({ state: aScene(time), path, width: zoomed.width, ...clock });
  await page.setViewportSize(zoomed);
  return page;
}

describe('at a zoom of 200 %', () => {
  it('a notification stands below the buttons of a dialog, and takes back what was done', async () => {
    const page = await openZoomed('/dags?q=tag:env=prod');
    await page.getByRole('checkbox', { name: 'Select all DAGs' }).click();
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    await page.getByRole('button', { name: 'Tags…' }).click();
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await cancel.waitFor();

    const isFree = await isUncovered(cancel);
    await page.getByRole('button', { name: 'Undo' }).click();

    await page.locator('.toast').waitFor({ state: 'detached' });
    expect(isFree).toBe(true);
    expect(await page.getByRole('dialog', { name: 'Change tags' }).count()).toBe(1);
  });

  it('what is imported can be shown without scrolling', async () => {
    const page = await openZoomed('/dags?import=yes');
    await page.getByLabel('Or paste a definition').fill('steps: [echo]\n');

    expect(await isUncovered(page.getByRole('button', { name: 'Show' }))).toBe(true);
  });

  it('a dialog shows what came of a press on one of its buttons', async () => {
    const page = await openZoomed('/git', now);
    await page.getByRole('button', { name: 'Connection…' }).click();
    await page.getByRole('button', { name: 'Save and test' }).click();
    const failed = page.getByText('Set a new one.');
    await failed.waitFor();

    expect(await isUncovered(failed)).toBe(true);
  });

  it('the card of a slot holds its commands', async () => {
    const page = await openZoomed('/schedule?day=2026-11-16', now);
    await page.getByRole('button', { name: /^orders-nightly, Wed.*Missed/ }).click();
    await page.getByText('decided: missed').waitFor();

    const open = page.getByRole('button', { name: 'Open DAG' });

    expect(await isUncovered(open)).toBe(true);
    expect(await spill(page.locator('.popover'))).toBe(0);
  });

  it('the table of DAGs says when they run', async () => {
    const page = await openZoomed('/dags');
    const schedule = page.getByRole('gridcell', { name: /^weekdays at 09:30/ });
    await schedule.waitFor();

    expect(await spill(schedule)).toBe(0);
  });

  it('the list of runs says when they began, and the history shows the newest', async () => {
    const page = await openZoomed('/dags/orders-etl/runs');
    await page.locator('.list-rows .list-row').nth(1).waitFor();
    const newest = await page.locator('.history-grid thead a').last().boundingBox();

    expect(await spill(page.locator('.list-rows .column-time').nth(2))).toBe(0);
    expect((newest?.x ?? Infinity) + (newest?.width ?? 0)).toBeLessThanOrEqual(zoomed.width);
    expect(await page.getByRole('columnheader', { name: 'DAG' }).count()).toBe(0);
  });

  it.each([`/runs/orders-etl/${ORDERS_RUN}`, '/dags/orders-nightly/schedule'])(
    'the name at the head of %s is whole',
    async (path) => {
      const page = await openZoomed(path);
      const title = page.locator('h1.title');
      await title.waitFor();

      const missing = await title.evaluate((element) => {
        const words = document.createRange();
        words.selectNodeContents(element);
        const width = (one: Element | Range) => one.getBoundingClientRect().width;
        return width(words) - width(element);
      });

      expect(missing).toBeLessThanOrEqual(0);
    },
  );

  it('a gate that is scrolled to shows all of its question', async () => {
    const page = await openZoomed(`/runs/release-train/${RELEASE_RUN}?step=legal`);
    const form = page.getByRole('form', { name: 'Decision for legal' });
    await form.getByRole('button', { name: 'Approve' }).scrollIntoViewIfNeeded();

    expect(await form.evaluate((gate) => gate.scrollHeight - gate.clientHeight)).toBe(0);
  });
});

describe('what stands in the way of a text', () => {
  it('is not the foot of a dialog that has room for all it holds', async () => {
    const { page } = await open({ state: aScene(), path: '/dags/pg-backup' });
    await page.locator('.cm-content').click();
    await page.keyboard.type('# mine');
    await page.evaluate(() =>
      fetch('/api/v1/dags/pg-backup/spec', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ spec: 'steps:\n  - name: a\n    command: echo a\n' }),
      }),
    );
    await page.getByRole('button', { name: 'Compare…' }).click();
    await page.locator('.merge .cm-changedText').first().waitFor();

    expect(await spill(page.locator('.dialog'))).toBe(0);
  });

  it('is not the commands of a waiting run', async () => {
    const { page } = await open({ state: aScene(now), path: '/queues', now });
    const item = page.getByRole('row').filter({ hasText: 'refunds-backfill' });
    await item.hover();

    const [reason, buttons] = await Promise.all([
      item.locator('.waiting-reason').boundingBox(),
      item.locator('.move-buttons').boundingBox(),
    ]);

    expect((buttons?.y ?? Infinity) + (buttons?.height ?? 0)).toBeLessThanOrEqual(reason?.y ?? 0);
  });

  it('is not a label of the timeline', async () => {
    const path = `/runs/release-train/${ENDED_RUN}?step=build`;
    const { page } = await open({ state: aScene(), path });
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.locator('.attempt-line').waitFor({ state: 'attached' });

    const [name, label] = await Promise.all([
      page
        .getByRole('button', { name: /build$/ })
        .last()
        .boundingBox(),
      page.locator('.timeline-body text', { hasText: 'attempt 3' }).boundingBox(),
    ]);

    expect(label?.x).toBeGreaterThanOrEqual((name?.x ?? Infinity) + (name?.width ?? 0));
  });

  it('is not the type of a step of a definition', async () => {
    const { page } = await open({ state: aScene(), path: '/dags/orders-etl' });
    const name = page.locator('.graph-node[data-step="extract-customers"] .node-name');
    await name.waitFor();

    expect(await spill(name)).toBe(0);
  });

  it('is neither the code nor the fix of a problem', async () => {
    const { page } = await open({ state: aScene(), path: '/dags/orders-etl', width: 1280 });
    await page.locator('.problem').first().click();
    await page.locator('.problem-zone').waitFor();

    const words = await page.locator('.problem-words').all();

    expect(words).toHaveLength(3);
    expect(await Promise.all(words.map(spill))).toEqual([0, 0, 0]);
  });

  it('is not the map of a graph that is seen but for a part of a step', async () => {
    const { page } = await open({ state: aScene(), path: '/dags/orders-etl' });
    await page.locator('.graph-node[data-step="load-regions"]').waitFor();

    expect(await page.locator('.graph-minimap').count()).toBe(0);
  });
});

/** How much of what an element holds is beyond it. */
async function spill(element: Locator): Promise<number> {
  return element.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
    Math.max(scrollWidth - clientWidth, scrollHeight - clientHeight),
  );
}

/** Whether a press on the middle of an element reaches it, where it is now. */
async function isUncovered(element: Locator): Promise<boolean> {
  await element.waitFor();
  return element.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
}
