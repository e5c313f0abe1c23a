import { describe, expect, it } from 'vitest';
import { outOfReach } from './support/out-of-reach.ts';
import { rendererPage } from './support/renderer-page.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();
/** 1280×800 at a zoom of 200 %. */
const zoomed = { width: 640, height: 400 };

describe('the Git page in a narrow window and at a zoom of 200 %', () => {
  it('keeps what can be done about a conflict in the window', async () => {
    const { page } = await open({ state: aScene(), path: '/git/reports%2Fweekly-report' });
    await page.getByRole('button', { name: 'Publish mine' }).waitFor();

    await page.setViewportSize(zoomed);

    const [name, publish] = await Promise.all([
      page.getByRole('heading', { name: 'weekly-report.yaml' }).boundingBox(),
      page.getByRole('button', { name: 'Publish mine' }).boundingBox(),
    ]);
    expect((publish?.x ?? Infinity) + (publish?.width ?? 0)).toBeLessThanOrEqual(zoomed.width);
    expect(name?.width).toBeGreaterThanOrEqual(100);
    expect(await outOfReach(page)).toEqual([]);
  });

  it('says below a commit who made it, where it has no column for that', async () => {
    const { page } = await open({ state: aScene(), path: '/git/orders-nightly' });
    await page.setViewportSize(zoomed);
    await page.getByRole('tab', { name: 'History' }).click();
    const row = page.getByRole('row', { name: /Give the load more time/ });

    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(48);
    expect(await row.innerText()).toMatch(/Ada, 2\u00a0days ago/);
  });

  it('keeps its buttons apart from the tabs beside them', async () => {
    const { page } = await open({ state: aScene(), path: '/git/orders-nightly', width: 900 });
    const boxOf = (role: 'tab' | 'button', name: string) =>
      page.getByRole(role, { name, exact: true }).boundingBox();
    await page.getByRole('button', { name: 'Discard…' }).waitFor();

    const [first, second, button] = await Promise.all([
      boxOf('tab', 'Difference'),
      boxOf('tab', 'History'),
      boxOf('button', 'Discard…'),
    ]);

    const gap = second!.x - first!.x - first!.width;
    expect(button!.x - second!.x - second!.width).toBeGreaterThan(gap);
  });

  it('keeps the count of the changes apart from the filter', async () => {
    const { page } = await open({ state: aScene(), path: '/git', width: 900 });

    const [count, filter] = await Promise.all([
      page.getByText('3 of 4 changes').boundingBox(),
      page.getByRole('tablist', { name: 'Which items' }).boundingBox(),
    ]);
    const spilled = await page
      .getByText('3 of 4 changes')
      .evaluate((element) => element.scrollWidth - element.clientWidth);

    expect(spilled).toBe(0);
    expect(filter?.x).toBeGreaterThanOrEqual((count?.x ?? Infinity) + (count?.width ?? 0) + 8);
  });

  it('keeps the buttons of a dialog that is higher than the window, and what they brought, in sight', async () => {
    const { page } = await open({ state: aScene(), path: '/git' });
    await page.setViewportSize(zoomed);
    await page.getByRole('button', { name: 'Connection…' }).click();

    await page.getByRole('button', { name: 'Save and test' }).click();
    await page.getByText('Set a new one.').waitFor();

    const [button, last] = await Promise.all([
      page.getByRole('button', { name: 'Save and test' }).boundingBox(),
      page.getByText('Right to push').boundingBox(),
    ]);
    expect((button?.y ?? Infinity) + (button?.height ?? 0)).toBeLessThanOrEqual(zoomed.height - 24);
    expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
  });
});

describe('an icon of the Git page', () => {
  /** How far the middle of each icon is from the middle of the first line beside it. */
  const offsets = (rows: readonly Element[]): readonly number[] =>
    rows.map((row) => {
      const words = document.createRange();
      const text = document.createTreeWalker(row, NodeFilter.SHOW_TEXT).nextNode();
      if (text !== null) words.selectNodeContents(text);
      const [line] = words.getClientRects();
      const icon = row.querySelector('.icon')?.getBoundingClientRect();
      const middle = (box: DOMRect | undefined) => (box?.y ?? NaN) + (box?.height ?? NaN) / 2;
      return Math.abs(middle(icon) - middle(line));
    });

  it('of a check stands in the middle of its line', async () => {
    const { page } = await open({ state: aScene(), path: '/git' });
    await page.getByRole('button', { name: 'Connection…' }).click();
    await page.getByRole('button', { name: 'Save and test' }).click();
    await page.getByText('Set a new one.').waitFor();

    const checks = await page.locator('.connection-checks li').evaluateAll(offsets);

    expect(checks).toHaveLength(5);
    expect(Math.max(...checks)).toBeLessThan(1);
  });

  it('of a note stands in the middle of its first line', async () => {
    const { page } = await open({ state: aScene(), path: '/git/reports%2Fweekly-report' });
    await page.getByRole('button', { name: 'Pull' }).click();
    await page.getByText('Already up to date').waitFor();
    await page.getByText('Robin changed this file too').waitFor();

    const notes = await page.locator('.git-band').evaluateAll(offsets);

    expect(notes).toHaveLength(2);
    expect(Math.max(...notes)).toBeLessThan(1);
  });
});

describe('a difference', () => {
  it('has a sign at each line that is new or gone, beside its color', async () => {
    const { page } = await open({ state: aScene(), path: '/git/orders-nightly' });
    const gone = page.locator('.cm-deletedLine').first();
    await gone.waitFor();

    const sign = (element: Element) => getComputedStyle(element, '::before').content;

    expect(await gone.evaluate(sign)).toBe('"−"');
    expect(await page.locator('.cm-changedLine').first().evaluate(sign)).toBe('"+"');
  });

  it.each(['light', 'dark'] as const)('marks what is gone by our own %s', async (theme) => {
    const { page } = await open({ state: aScene(), path: '/git/orders-nightly' });
    await page.emulateMedia({ colorScheme: theme });
    const word = page.locator('.cm-deletedText').first();
    await word.waitFor();

    const [drawn, token] = await word.evaluate((element) => {
      const probe = document.createElement('i');
      probe.style.background = 'var(--del-word)';
      element.append(probe);
      return [getComputedStyle(element).backgroundColor, getComputedStyle(probe).backgroundColor];
    });

    expect(drawn).toBe(token);
  });
});
