import { describe, expect, it } from 'vitest';
import { rendererPage } from './support/renderer-page.ts';
import { ORDERS_RUN } from './support/run-fixtures.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();

describe('the list of keys', () => {
  it('opens by ? with the keys of the view, and gives the focus back', async () => {
    const { page } = await open({ state: aScene(), path: `/runs/orders-etl/${ORDERS_RUN}` });
    await page.getByText('approve-load').first().waitFor();

    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });

    await dialog.getByText('Next step').waitFor();
    const said = await dialog.innerText();
    for (const words of ['First error', 'Wrap lines', 'Stop', 'Search or run']) {
      expect(said).toContain(words);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('lists only what is bound on the view', async () => {
    const { page } = await open({ state: aScene(), path: '/dags' });
    await page.getByText('orders-nightly').waitFor();

    await page.keyboard.press('?');

    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('New DAG').waitFor();
    expect(await dialog.getByText('First error').count()).toBe(0);
  });

  it.each([
    { path: '/dags', ready: '.dag-row', keys: ['Enter', 'x', 'Ctrl A', 'Escape'] },
    { path: '/runs', ready: '.list-row', keys: ['Enter'] },
    { path: '/dags/orders-etl/runs', ready: '.history-grid td a', keys: ['← ↑ → ↓'] },
    { path: '/dags/orders-etl', ready: '.cm-content', keys: ['Ctrl S', 'Esc Tab'] },
  ])('says the keys of the rows, the grid or the text of $path', async ({ path, ready, keys }) => {
    const { page } = await open({ state: aScene(), path });
    await page.locator(ready).first().waitFor();

    await page.keyboard.press('?');

    const listed = page.getByRole('dialog', { name: 'Keyboard shortcuts' }).locator('kbd');
    await expect.poll(() => listed.allInnerTexts()).toEqual(expect.arrayContaining(keys));
  });
});

describe('a key in the first frames of a page', () => {
  it.each(['dags', 'runs'] as const)('finds the rows of %s that come after it', async (list) => {
    const state = aScene();
    const { promise: isPressed, resolve: answer } = Promise.withResolvers<void>();
    state.held.set(`${list}.list`, isPressed);
    const { page } = await open({ state, path: `/${list}` });
    await page.locator('.list-rows').waitFor();

    await page.keyboard.press('j');
    await page.locator('.list-rows:focus').waitFor();
    answer();

    await page.locator('.list-rows:focus[aria-activedescendant]').waitFor();
    await page.locator('.row-cursor').waitFor();
  });

  it.each([
    { path: '/dags', key: 'k', ctrlKey: true, seen: 'main', then: '.palette input:focus' },
    { path: '/dags', key: '/', seen: '.filter-field input', then: '.filter-field input:focus' },
    { path: '/runs', key: 'j', seen: '.list-rows', then: '.list-rows:focus' },
    { path: '/runs', key: '?', seen: 'main', then: '[role=dialog]' },
  ])('$key is heard as soon as $path is seen', async ({ path, seen, then, ...key }) => {
    const { page } = await open({ state: aScene(), path: '/queues' });
    const script = await page.addInitScript(
      (given) => {
        const watch = new MutationObserver(() => {
          if (document.querySelector(given.seen) === null) return;
          watch.disconnect();
          const press = new KeyboardEvent('keydown', { ...given.key, bubbles: true });
          document.body.dispatchEvent(press);
        });
        watch.observe(document, { childList: true, subtree: true });
      },
      { key, seen },
    );

    await page.goto(new URL(path, page.url()).href);

    await page.locator(then).waitFor();
    await script.dispose();
  });
});

describe('the palette', () => {
  it('creates a DAG from anywhere, and going back does not ask again', async () => {
    const { page } = await open({ state: aScene(), path: '/queues' });
    await page.getByText('42 more waiting').waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('new dag');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).fill('from-anywhere');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/dags\/from-anywhere$/);
    await page.goBack();

    await page.waitForURL(/\/dags$/);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  /** The palette, whose runs are loaded when the test says so. */
  const openLoading = async () => {
    const { page, engine } = await open({ state: aScene(), path: '/queues' });
    await page.getByText('42 more waiting').waitFor();
    const { promise: allowed, resolve: load } = Promise.withResolvers<void>();
    engine.state.held.set('runs.list', allowed);
    await page.keyboard.press('Control+k');
    return { page, load };
  };

  it('chooses what it will show for whoever presses Enter before it is there', async () => {
    const { page, load } = await openLoading();

    await page.keyboard.type('orders-nightly');
    await page.keyboard.press('Enter');
    load();

    await page.waitForURL(/\/dags\/orders-nightly$/);
  });

  it('forgets an early Enter when the text changes after it', async () => {
    const { page, load } = await openLoading();

    await page.keyboard.type('orders-');
    await page.keyboard.press('Enter');
    await page.keyboard.type('nightly');
    load();
    // The palette closes when it chooses, and has this one once it is loaded.
    await page.getByRole('option').getByText('Run orders-nightly').waitFor();

    expect(page.url()).toMatch(/\/queues$/);
  });
});

describe('the focus', () => {
  it('begins at the page that the palette opened, not at the frame', async () => {
    const { page } = await open({ state: aScene(), path: '/dags' });
    await page.getByText('orders-nightly').waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('orders-nightly');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/dags\/orders-nightly$/);
    await page.locator('main:focus').waitFor();
    // Before that there is nothing in it to go to.
    await page.locator('main .cm-content').waitFor();
    await page.keyboard.press('Tab');

    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });

  it('is in the text of a DAG that was created just now', async () => {
    const { page } = await open({ state: aScene(), path: '/dags?new=yes' });

    await page.getByRole('textbox', { name: 'Name' }).fill('just-now');
    await page.keyboard.press('Enter');
    await page.locator('.cm-content:focus').waitFor();
    await page.keyboard.type('# First words. ');

    await page.getByText('# First words. ').waitFor();
    await page.waitForURL(/\/dags\/just-now$/);
  });
});
