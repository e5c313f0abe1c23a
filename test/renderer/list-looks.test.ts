import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { rendererPage } from './support/renderer-page.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();
const SCROLL_BAR = 15;

/** A browser without a window hides its scroll bars, but not those that a page draws. */
async function showScrollBars(page: Page): Promise<void> {
  await page.addStyleTag({ content: `::-webkit-scrollbar { width: ${SCROLL_BAR}px }` });
}

/** Left edges of the cells that have a width. */
function edges(row: Locator): Promise<readonly number[]> {
  return row.evaluate((element) =>
    [...element.children]
      .map((cell) => cell.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ left }) => Math.round(left)),
  );
}

describe('the head of a list', () => {
  it.each([
    ['/dags', '.dag-row', 400],
    ['/dags?q=orders', '.dag-row', 800],
    ['/runs', '.run-row', 400],
    ['/runs?status=failed', '.run-row', 800],
  ])('of %s stands above the columns of its rows', async (path, row, height) => {
    const { page } = await open({ state: aScene(), path });
    await page.setViewportSize({ width: 1280, height });
    const first = page.locator(`.list-rows ${row}`).first();
    await first.waitFor();
    const head = page.locator('.list-head');
    expect(await edges(head)).toEqual(await edges(first));

    await showScrollBars(page);

    const bar = await page
      .locator('.list-rows')
      .evaluate((list) => list.getBoundingClientRect().width - list.clientWidth);
    expect(bar).toBe(SCROLL_BAR);
    expect(await edges(head)).toEqual(await edges(first));
  });
});

it('the row on which the keys act has the ring, also among selected rows', async () => {
  const { page } = await open({ state: aScene(), path: '/dags?q=orders' });
  await page.locator('.dag-row').nth(1).waitFor();
  const ringed = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.list-rows, .list-rows [role=row]')]
        .filter((element) => getComputedStyle(element).outlineStyle !== 'none')
        .map(({ className }) => className),
    );

  await page.keyboard.press('j');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('ArrowDown');
  await page.locator('.dag-row.row-cursor[aria-selected=true]').waitFor();

  expect(await ringed()).toEqual(['list-row dag-row row-cursor']);
});

it('the tabs of a DAG show the whole ring of the focus', async () => {
  const { page } = await open({ state: aScene(), path: '/dags/orders-etl' });
  const tab = page.locator('.dag-tabs').getByRole('link', { name: 'Runs', exact: true });

  // After a key the focus is one that is seen, wherever it goes.
  await page.keyboard.press('Tab');
  await tab.focus();
  const shown = tab.and(page.locator(':focus-visible'));

  const overhang = await shown.evaluate((link) => {
    const { outlineWidth, outlineOffset } = getComputedStyle(link);
    const ring =
      link.getBoundingClientRect().bottom + parseFloat(outlineWidth) + parseFloat(outlineOffset);
    return ring - (link.parentElement?.getBoundingClientRect().bottom ?? 0);
  });
  expect(overhang).toBeLessThanOrEqual(0);
});

it.each(['plain', 'primary', 'quiet', 'danger'])(
  'a disabled button that is %s looks the same under the pointer',
  async (look) => {
    const { page } = await open({ state: aScene(), path: '/dags?new=yes' });
    const button = page.getByRole('dialog').getByRole('button', { name: 'Create' });
    await button.waitFor();
    await button.evaluate((element, name) => {
      element.setAttribute('class', element.className.replace(/look-\w+/, `look-${name}`));
    }, look);
    const colors = () =>
      button.evaluate((element) => {
        const { color, backgroundColor } = getComputedStyle(element);
        return { color, backgroundColor };
      });
    const before = await colors();

    await button.hover({ force: true });

    expect(await button.evaluate((element) => element.matches(':hover[data-disabled]'))).toBe(true);
    expect(await colors()).toEqual(before);
    expect(before.backgroundColor).toBe('rgba(0, 0, 0, 0)');
  },
);
