import { describe, expect, it } from 'vitest';
import { eventually, rendererPage } from './support/renderer-page.ts';
import { anEmptyScene, aScene } from './support/scene.ts';
import { aSyncItem } from './support/sync-fixtures.ts';

const open = rendererPage();

describe('the Git page', () => {
  it('publishes what is ticked, with its message, by keyboard alone', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/git/orders-nightly' });
    await page.getByText('3 of 4 changes').waitFor();

    await page.getByRole('checkbox', { name: 'Choose currency-rates.yaml' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('2 of 4 changes').waitFor();
    await page.getByRole('checkbox', { name: 'Choose backup.yaml' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('3 of 4 changes').waitFor();
    await page.getByRole('textbox', { name: 'Summary' }).focus();
    await page.keyboard.type('Load later');
    await page.keyboard.press('Tab');
    await page.keyboard.type('The source is late.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await page.getByText('Published 3 changes to main.').waitFor();
    const asked = engine.state.calls.find(({ name }) => name === 'sync.publishAll');
    expect(asked?.input).toEqual({
      message: 'Load later\n\nThe source is late.',
      itemIds: ['backup', 'memory/runbook-dbt', 'orders-nightly'],
    });
    const summary = page.getByRole('textbox', { name: 'Summary' });
    await eventually(async () => (await summary.inputValue()) === '');
    // The button has nothing more to publish; whoever pressed it is at the next message.
    await eventually(() => summary.evaluate((input) => input === document.activeElement));
  });

  it('publishes nothing by Enter before there is a summary', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/git/orders-nightly' });
    await page.getByText('3 of 4 changes').waitFor();
    await page.getByRole('textbox', { name: 'Summary' }).focus();

    await page.keyboard.press('Enter');
    await page.keyboard.type('Load later');
    await page.keyboard.press('Enter');

    await page.getByText('Published 3 changes to main.').waitFor();
    const asked = engine.state.calls.filter(({ name }) => name === 'sync.publishAll');
    expect(asked.map(({ input }) => input)).toMatchObject([{ message: 'Load later' }]);
  });

  it('keeps the next message, which was begun while the one before was published', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/git/orders-nightly' });
    await page.getByText('3 of 4 changes').waitFor();
    const { promise: allowed, resolve: answer } = Promise.withResolvers<void>();
    engine.state.held.set('sync.publishAll', allowed);
    const summary = page.getByRole('textbox', { name: 'Summary' });
    await summary.fill('Load later');
    await summary.press('Enter');
    await page.getByText('Publishing…').waitFor();

    await summary.fill('Load earlier');
    answer();

    await page.getByText('Published 3 changes to main.').waitFor();
    await page.getByText('3 of 4 changes').waitFor({ state: 'detached' });
    expect(await summary.inputValue()).toBe('Load earlier');
  });

  it('keeps what is left out and the message begun while another page is open', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/git/orders-nightly' });
    await page.getByText('3 of 4 changes').waitFor();
    await page.getByRole('checkbox', { name: 'Choose currency-rates.yaml' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('textbox', { name: 'Summary' }).fill('Load later');
    await page.getByRole('textbox', { name: 'Description' }).fill('The source is late.');
    await page.getByRole('link', { name: /^Runs/ }).click();
    await page.getByRole('heading', { name: 'Runs' }).first().waitFor();

    await page.getByRole('link', { name: /^Git/ }).click();

    await page.getByText('2 of 4 changes').waitFor();
    expect(await page.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('Load later');
    await page.getByRole('button', { name: 'Publish 2 changes to main' }).click();
    await page.getByText('Published 2 changes to main.').waitFor();
    const asked = engine.state.calls.find(({ name }) => name === 'sync.publishAll');
    expect(asked?.input).toEqual({
      message: 'Load later\n\nThe source is late.',
      itemIds: ['memory/runbook-dbt', 'orders-nightly'],
    });
    // What was left out is not taken by the next publish either.
    await page.getByText('0 of 2 changes').waitFor();
  });

  it('names what a publish has left out, because the remote changed it too', async () => {
    const state = aScene();
    state.sync.toConflict = ['currency-rates'];
    const { page } = await open({ state, path: '/git/orders-nightly' });
    await page.getByText('3 of 4 changes').waitFor();

    await page.getByRole('textbox', { name: 'Summary' }).fill('Load later');
    await page.keyboard.press('Enter');

    const outcome = page.getByRole('status').filter({ hasText: 'Published 2 changes to main.' });
    await outcome.getByText('One item was left out').waitFor();
    expect(await outcome.getByRole('listitem').allInnerTexts()).toEqual([
      'currency-rates The remote changed it too. Resolve the conflict, then publish it.',
    ]);
  });

  it.each(['/dags', '/git/currency-rates'])(
    'publishes what the palette says, and nothing else, from %s',
    async (path) => {
      const { page, engine } = await open({ state: aScene(), path });
      await page.getByRole('link', { name: /to publish/ }).waitFor();

      await page.keyboard.press('Control+k');
      await page.keyboard.type('publish orders-nightly');
      await page.getByRole('option', { name: /^Publish orders-nightly…/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.locator('input:focus').and(page.getByLabel('Summary')).waitFor();
      await page.getByText('1 of 4 changes').waitFor();
      expect(new URL(page.url()).search).toBe('');
      await page.keyboard.type('Load later');
      await page.keyboard.press('Enter');

      await page.getByText('Published 1 change to main.').waitFor();
      const asked = engine.state.calls.find(({ name }) => name === 'sync.publishAll');
      expect(asked?.input).toEqual({ message: 'Load later', itemIds: ['orders-nightly'] });
    },
  );

  it('shows what differs, unified and side by side', async () => {
    const { page } = await open({ state: aScene(), path: '/git/orders-nightly' });

    await page.locator('.cm-deletedChunk').first().waitFor();
    await page.getByRole('tab', { name: 'Side by side' }).click();

    await page.locator('.cm-merge-a .cm-changedText').first().waitFor();
    expect(await page.locator('.cm-content[aria-label="On the remote"]').innerText()).toContain(
      '600',
    );
    expect(await page.locator('.cm-content[aria-label="Here"]').innerText()).toContain('1200');
  });

  it('asks before a text is replaced, and Enter alone replaces none', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/git/orders-nightly' });

    await page.getByRole('button', { name: 'Discard…' }).click();
    await page.getByRole('alertdialog').getByText('A copy is kept').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(engine.state.calls.some(({ name }) => name === 'sync.discard')).toBe(false);

    await page.getByRole('button', { name: 'Discard…' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByText('orders-nightly has the text of the remote.').waitFor();
  });

  it('resolves a conflict by mine or theirs', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/git/reports%2Fweekly-report' });

    await page.getByText('Robin changed this file too (9dfcd56e)').waitFor();
    await page.getByRole('button', { name: 'Publish mine' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish mine' }).click();

    await page.getByText('Published 1 change to main.').waitFor();
    const asked = engine.state.calls.find(({ name }) => name === 'sync.publish');
    expect(asked?.input).toMatchObject({ itemId: 'reports/weekly-report', force: true });
  });

  it('lets a DAG run that a pull brought once somebody accepts it, and shows it first', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/git/new-from-robin' });

    await page.getByText('It does not run until you accept it.').waitFor();
    await page.locator('.cm-line', { hasText: 'psql -f sql/load.sql' }).waitFor();
    await page.getByRole('button', { name: 'Accept' }).click();

    await page.getByText('new-from-robin can run now.').waitFor();
    const asked = engine.state.calls.find(({ name }) => name === 'sync.accept');
    expect(asked?.input).toMatchObject({ itemId: 'new-from-robin', hash: 'd4'.repeat(32) });
  });

  it('merges and takes the text of the others once somebody has accepted it', async () => {
    const state = aScene();
    const items = state.sync.status.items.map((item) =>
      item.status === 'conflict' ? { ...item, reviewHash: 'd4'.repeat(32) } : item,
    );
    state.sync.status = { ...state.sync.status, items };
    const { page, engine } = await open({ state, path: '/git/reports%2Fweekly-report' });
    const buttons = ['Merge…', 'Take theirs'].map((name) => page.getByRole('button', { name }));

    await page.getByText('accept it to merge or take it').waitFor();
    const before = await Promise.all(buttons.map((button) => button.isDisabled()));
    await page.getByRole('button', { name: 'Accept theirs' }).click();
    await page.getByText('Merge both texts, or decide for one.').first().waitFor();
    const after = await Promise.all(buttons.map((button) => button.isDisabled()));

    expect([before, after]).toEqual([
      [true, true],
      [false, false],
    ]);
    const asked = engine.state.calls.find(({ name }) => name === 'sync.accept');
    expect(asked?.input).toEqual({ itemId: 'reports/weekly-report', hash: 'd4'.repeat(32) });
  });

  it('tells above the text what changes in meaning, to publish or to accept', async () => {
    const { page } = await open({ state: aScene(), path: '/git/orders-nightly' });
    const changes = page.getByRole('region', { name: 'What changes' });
    await changes.getByText('30 2 * * *').waitFor();
    expect(await changes.locator('dt').allInnerTexts()).toEqual(['Steps', 'Schedule', 'Called by']);
    const text = await page.locator('.cm-editor').boundingBox();
    expect(text?.y).toBeGreaterThan((await changes.boundingBox())?.y ?? Infinity);

    await page.getByRole('link', { name: 'stock-levels' }).click();

    const reviewed = page.getByRole('region', { name: 'What you accept' });
    await reviewed.getByText('stock.example.com').first().waitFor();
    expect(await reviewed.locator('dt').allInnerTexts()).toEqual([
      ...['Programs', 'Hosts', 'Secrets', 'Schedule', 'Steps', 'Called by'],
    ]);
    await page.getByRole('tab', { name: 'Side by side' }).click();
    await page.locator('.cm-content[aria-label="Accepted before"]').waitFor();
  });

  it('publishes nothing through a connection that is read-only, and says so', async () => {
    const state = aScene();
    state.sync.status = { ...state.sync.status, readOnly: true };
    const { page } = await open({ state, path: '/git/orders-nightly' });

    await page.getByText('Publishing is disabled').waitFor();

    expect(await page.getByRole('button', { name: 'Publish 3 changes to main' }).isDisabled()).toBe(
      true,
    );
    expect(await page.getByRole('button', { name: 'Discard…' }).isDisabled()).toBe(true);
  });

  it.each([
    [['a'], 'Pulled 1 item.'],
    [['a', 'b'], 'Pulled 2 items.'],
    [[], 'Already up to date'],
  ])('says what a pull of %j brought', async (synced, words) => {
    const { page } = await open({ state: aScene(), path: '/git' });
    await page.route('**/sync/pull**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...((await response.json()) as object), synced } });
    });

    await page.getByRole('button', { name: 'Pull' }).click();

    await page.getByText(words, { exact: true }).waitFor();
  });

  it('connects a repository, and says which part of the way fails', async () => {
    const { page, engine } = await open({ state: anEmptyScene(), path: '/git' });
    engine.state.sync.test = aScene().sync.test;

    await page.getByRole('button', { name: 'Connect a repository…' }).click();
    await page
      .getByRole('textbox', { name: 'Repository' })
      .fill('https://git.example.org/lake/dags.git');
    await page.getByLabel('Token', { exact: true }).last().fill('secret');
    await page.keyboard.press('Enter');

    await page.getByText('does not accept the token').waitFor();
    expect(await page.locator('.connection-checks li').count()).toBe(5);
    const asked = engine.state.calls.find(({ name }) => name === 'sync.setConfig');
    expect(asked?.input).toMatchObject({ enabled: true, auth: { type: 'token', token: 'secret' } });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'main' }).waitFor();
  });
});

describe('the conflicts of the Git page', () => {
  it('come first in the list', async () => {
    const { page } = await open({ state: aScene(), path: '/git' });
    const rows = page.getByRole('grid', { name: 'Items of Git Sync' }).getByRole('row');
    await rows.first().waitFor();

    expect(await rows.first().innerText()).toContain('weekly-report');
    expect(await rows.nth(1).innerText()).toContain('backup');
    await page.getByRole('heading', { name: 'weekly-report.yaml' }).waitFor();
  });

  it('are shown after a pull that brings them, wherever the list was scrolled to', async () => {
    const state = aScene();
    const many = Array.from({ length: 60 }, (_, index) =>
      aSyncItem(`a-${String(index + 10)}.yaml`, { status: 'modified' }),
    );
    state.sync.status = { ...state.sync.status, items: many };
    state.sync.toConflict = ['a-30', 'a-40'];
    const { page, engine } = await open({ state, path: '/git/a-69' });
    await page.getByRole('link', { name: 'a-69' }).hover();

    await page.getByRole('button', { name: 'Pull' }).click();

    await page.getByText('Pulled with 2 conflicts to resolve').waitFor();
    await page.getByRole('heading', { name: 'a-30.yaml' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/git/a-30');
    const list = page.getByRole('grid', { name: 'Items of Git Sync' });
    const [row, around] = await Promise.all([
      list.getByRole('row').first().boundingBox(),
      list.boundingBox(),
    ]);
    expect(await list.getByRole('row').first().innerText()).toContain('a-30');
    expect(row?.y).toBeGreaterThanOrEqual(around?.y ?? Infinity);
    expect(engine.state.calls.filter(({ name }) => name === 'sync.pull')).toHaveLength(1);
  });

  it('leave the person at the conflict that is looked at', async () => {
    const state = aScene();
    state.sync.toConflict = ['orders-nightly', 'reports/weekly-report'];
    const { page } = await open({ state, path: '/git/reports%2Fweekly-report' });
    await page.getByRole('button', { name: 'Merge…' }).click();
    await page.getByText('2 of 2 conflicts left').waitFor();

    await page.getByRole('button', { name: 'Pull' }).click();

    await page.getByText('Pulled with 2 conflicts to resolve').waitFor();
    await page.getByText('2 of 3 changes').waitFor();
    expect(new URL(page.url()).pathname).toBe('/git/reports%2Fweekly-report');
    expect(await page.getByText('2 of 2 conflicts left').isVisible()).toBe(true);
  });

  it.each([
    { ids: ['a'], count: '1 conflict', button: 'Resolve the conflict to publish' },
    { ids: ['a', 'b'], count: '2 conflicts', button: 'Resolve 2 conflicts to publish' },
  ])('are what there is to do where nothing else is left: $count', async (each) => {
    const state = aScene();
    const items = each.ids.map((id) => aSyncItem(`${id}.yaml`, { status: 'conflict' }));
    state.sync.status = { ...state.sync.status, items };
    const { page } = await open({ state, path: '/git' });

    await page.getByText(each.count, { exact: true }).waitFor();

    expect(await page.getByRole('button', { name: each.button }).isDisabled()).toBe(true);
    expect(await page.getByText('0 of 0 changes').count()).toBe(0);
    expect(await page.getByRole('checkbox', { name: 'Choose all changes' }).count()).toBe(0);
  });

  it('make no promise to those who cannot publish', async () => {
    const state = aScene();
    const items = [aSyncItem('a.yaml', { status: 'conflict' })];
    state.sync.status = { ...state.sync.status, items, readOnly: true };
    const { page } = await open({ state, path: '/git' });

    await page.getByText('Publishing is disabled').waitFor();

    expect(await page.getByRole('button', { name: 'Publish to main' }).isDisabled()).toBe(true);
  });
});

describe('a Git page without changes', () => {
  it('has nothing to choose, and says where a publish would go', async () => {
    const state = aScene();
    state.sync.status = { ...state.sync.status, items: [aSyncItem('a.yaml')] };
    const { page } = await open({ state, path: '/git' });

    await page.getByText('Nothing to publish', { exact: true }).waitFor();

    expect(await page.getByRole('button', { name: 'Publish to main' }).isDisabled()).toBe(true);
  });
});
