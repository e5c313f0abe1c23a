import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { aDagItem } from './support/dag-fixtures.ts';
import { eventually, rendererPage } from './support/renderer-page.ts';
import { aRun } from './support/run-fixtures.ts';
import { anEmptyScene, aScene } from './support/scene.ts';

const open = rendererPage();

/** Names the rows that React has drawn anew since: their elements got other props, even where nothing of them changed. */
async function watchDrawing(page: Page): Promise<() => Promise<readonly string[]>> {
  const drawnAnew = await page.locator('.list-rows').evaluateHandle((list) => {
    const propsOf = (row: Element): unknown => {
      const own = Object.entries(row).find(([key]) => key.startsWith('__reactProps'));
      if (own === undefined) throw new Error('React keeps the props of an element elsewhere now.');
      return own[1];
    };
    const drawn = [...list.querySelectorAll('.dag-row')].map((row) => ({
      row,
      props: propsOf(row),
    }));
    return () =>
      drawn
        .filter(({ row, props }) => propsOf(row) !== props)
        .map(({ row }) => row.querySelector('.medium')?.textContent ?? '');
  });
  return () => drawnAnew.evaluate((names) => names());
}

describe('the table of DAGs', () => {
  it('shows each DAG with its status, schedule and last run', async () => {
    const { page } = await open({ state: aScene(), path: '/dags' });

    const row = page.getByRole('row', { name: /orders-nightly/ });
    await row.waitFor();

    expect(await row.innerText()).toContain('Succeeded');
    expect(await row.innerText()).toContain('daily at 02:30');
    expect(await row.innerText()).toContain('14m 20s');
  });

  it('shows which files are not published, filters by it, and leads to them', async () => {
    const { page } = await open({ state: aScene(), path: '/dags' });
    const row = page.getByRole('row', { name: /orders-nightly/ });

    await row.getByRole('link', { name: 'Modified' }).waitFor();
    const filter = page.getByRole('textbox', { name: 'Filter DAGs' });
    await filter.fill('git:modified');
    await eventually(async () => (await page.locator('.list-rows .dag-row').count()) === 1);
    await row.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Publish…' }).waitFor();
    await page.keyboard.press('Escape');
    await row.getByRole('link', { name: 'Modified' }).click();

    await page.getByRole('heading', { name: 'orders-nightly.yaml' }).waitFor();
  });

  it('draws no row again for a file that is published, and nothing of Git while it is off', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags' });
    const row = page.getByRole('row', { name: /orders-nightly/ });
    await row.getByRole('link', { name: 'Modified' }).waitFor();
    const drawnAnew = await watchDrawing(page);

    const { status } = engine.state.sync;
    const items = status.items.filter(({ itemId }) => itemId !== 'orders-nightly');
    engine.state.sync.status = { ...status, items };
    const ended = { type: 'sync.changed', activity: '', phase: '', done: 0, total: 0 } as const;
    engine.emit(ended);
    await row.getByRole('link', { name: 'Modified' }).waitFor({ state: 'detached' });
    expect(await drawnAnew()).toEqual([]);

    engine.state.sync.status = { ...status, enabled: false, items: [] };
    engine.emit(ended);
    await eventually(async () => (await page.locator('.dag-name .git-letter').count()) === 0);
    expect(await page.getByPlaceholder('git:').count()).toBe(0);
  });

  it('says what is wrong with a definition that cannot be loaded, and does not offer to run it', async () => {
    const { page } = await open({ state: aScene(), path: '/dags?q=status:broken' });

    const row = page.getByRole('row', { name: /scratch/ });
    expect(await row.innerText()).toContain('unknown key "comand"');
    expect(await row.getByRole('button', { name: 'Run scratch' }).isDisabled()).toBe(true);
  });

  it('filters by tag, status and text, and keeps the filter in the address', async () => {
    const { page } = await open({ state: aScene(), path: '/dags' });
    await page.getByText('orders-nightly').waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('tag:team=data status:failed');

    await page.getByText('1 of 19').waitFor();
    expect(await page.getByRole('link', { name: 'dbt-marts' }).isVisible()).toBe(true);
    expect(new URL(page.url()).searchParams.get('q')).toBe('tag:team=data status:failed');
  });

  it('folds a group', async () => {
    const { page } = await open({ state: aScene(), path: '/dags' });
    await page.getByText('churn-model').waitFor();

    await page.getByRole('button', { name: /models/ }).click();

    await page.getByText('churn-model').waitFor({ state: 'detached' });
  });

  it('shows at once what becomes of a run', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags?q=refunds' });
    const row = page.getByRole('row', { name: /refunds-backfill/ });
    await row.getByText('Not started').waitFor();

    const run = aRun('refunds-backfill', 'running', { startedAt: new Date().toISOString() });
    engine.emit({ type: 'run.changed', run });

    await row.getByText('Running').waitFor();
  });

  it('starts a DAG, and asks for parameters where it has some', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags' });

    await page.getByRole('button', { name: 'Run orders-etl' }).click();
    await page.getByRole('textbox', { name: 'REGION' }).fill('eu');
    await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click();

    await page.waitForURL(/\/runs\/orders-etl\/started-/);
    const start = engine.state.calls.find((call) => call.name === 'dags.start');
    expect(start?.input).toMatchObject({ fileName: 'orders-etl', params: '{"REGION":"eu"}' });
  });

  it('asks for no parameters that the definition keeps as they are', async () => {
    const { page } = await open({ state: aScene(), path: '/dags' });

    await page.getByRole('button', { name: 'Run fraud-backtest' }).click();
    await page.getByText('disable_param_edit').waitFor();

    expect(
      await page.getByRole('textbox', { name: 'MODEL' }).getAttribute('readonly'),
    ).not.toBeNull();
  });

  it('switches a schedule off', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags' });

    await page.getByRole('switch', { name: 'Schedule of pg-backup' }).click({ force: true });

    await page.getByText('off · was daily at 01:00').waitFor();
    // The row shows it before the engine has been asked.
    const call = () => engine.state.calls.find((one) => one.name === 'dags.suspend');
    await expect.poll(() => call()?.input).toMatchObject({ fileName: 'pg-backup', suspend: true });
  });

  it('is moved through and opened with the keyboard alone', async () => {
    const { page } = await open({ state: aScene(), path: '/dags?q=orders' });
    await page.getByText('orders-nightly').waitFor();

    await page.getByRole('rowgroup', { name: 'Rows' }).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');

    await page.waitForURL(/\/dags\/orders-etl$/);
    await page.goBack();
    await page.getByText('orders-nightly').waitFor();
  });

  it('is sorted by a click on a head, and keeps the order in the address', async () => {
    const { page } = await open({ state: aScene(), path: '/dags?q=orders' });
    const head = page.getByRole('columnheader', { name: 'Name' });

    await head.getByRole('button').click();
    await head.getByRole('button').click();

    await page.waitForURL(/sort=-name/);
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    const names = await page.locator('.list-rows .dag-row a.medium').allInnerTexts();
    expect(names).toEqual(names.toSorted().reverse());
  });

  it('is one stop of Tab, ticks by x and clears by Escape', async () => {
    const { page } = await open({ state: aScene(), path: '/dags?q=orders' });
    await page.getByText('orders-nightly').waitFor();

    // The first key finds the list, whose first row is a group.
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 selected').waitFor();
    const row = page.getByRole('rowgroup', { name: 'Rows' });
    const active = await row.getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
    expect(
      await row
        .locator('a, button')
        .evaluateAll((all) => all.every((one) => (one as HTMLElement).tabIndex < 0)),
    ).toBe(true);

    await page.keyboard.press('Escape');
    await page.getByText('2 selected').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+a');
    await page.getByText(/selected/).waitFor();
  });

  it('ticks the DAGs of a group by x on its line, and folds it by Enter', async () => {
    const { page } = await open({ state: aScene(), path: '/dags?q=orders' });
    await page.getByText('orders-nightly').waitFor();

    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('x');
    await page.getByText('2 selected').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');

    await page.getByText('orders-nightly').waitFor({ state: 'detached' });
  });

  it('draws no row anew while time goes by, and one row when its DAG runs', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags' });
    const row = page.getByRole('row', { name: /refunds-backfill/ });
    await row.getByText('Not started').waitFor();
    const clock = page.getByRole('row', { name: /orders-nightly/ }).locator('.column-last');
    const words = await clock.innerText();
    const drawnAnew = await watchDrawing(page);

    await page.clock.setFixedTime(Date.now() + 3 * 3_600_000);
    await eventually(async () => (await clock.innerText()) !== words);
    expect(await drawnAnew()).toEqual([]);
    engine.emit({
      type: 'run.changed',
      run: aRun('refunds-backfill', 'running', { startedAt: new Date().toISOString() }),
    });

    await row.getByText('Running').waitFor();
    expect(await drawnAnew()).toEqual(['refunds-backfill']);
  });

  it('draws only the rows in sight of five thousand', async () => {
    const now = Date.now();
    const dags = Array.from({ length: 5000 }, (_, index) =>
      aDagItem(`dag-${String(index).padStart(4, '0')}`, now),
    );
    const { page } = await open({ state: { ...aScene(now), dags }, path: '/dags' });
    await page.getByText('5000', { exact: true }).waitFor();

    await page.getByRole('rowgroup', { name: 'Rows' }).focus();
    await page.getByRole('rowgroup', { name: 'Rows' }).evaluate((rows) => {
      rows.scrollTop = rows.scrollHeight;
    });

    await page.getByText('dag-4999').waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(80);
  });

  it('fetches again after the engine was away', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags?q=new-one' });
    await page.getByText('Engine ready').waitFor();
    await page.getByText('No DAGs match').waitFor();

    // The stream is cut, and in the meantime a DAG appears of which no event tells.
    engine.state.dags = [...engine.state.dags, aDagItem('new-one', Date.now())];
    engine.cutStreams();

    await page.getByRole('link', { name: 'new-one' }).waitFor();
  });
});

describe('the first start', () => {
  it('teaches with samples and runs one on request', async () => {
    const { page, engine } = await open({ state: anEmptyScene(), path: '/' });
    await page.getByText('No DAGs yet').waitFor();

    await page.getByRole('button', { name: 'Try it: disk-report' }).click();

    await page.waitForURL(/\/runs\/disk-report\//);
    expect(engine.state.specs.get('disk-report')).toContain('output: USED');
  });

  it('opens the form of a sample that asks for something', async () => {
    const { page, engine } = await open({ state: anEmptyScene(), path: '/' });

    await page.getByRole('button', { name: 'Try it: greet-by-name' }).click();

    await page.waitForURL(/\/dags\/greet-by-name\?run=form$/);
    expect(engine.state.specs.get('greet-by-name')).toContain('NAME: world');
    expect(engine.state.calls.some(({ name }) => name === 'dags.start')).toBe(false);
  });

  it('makes a new DAG, refusing names that the engine would refuse', async () => {
    const { page, engine } = await open({ state: anEmptyScene(), path: '/' });
    await page.getByRole('button', { name: 'New DAG' }).click();

    await page.getByRole('textbox', { name: 'Name' }).fill('not a name');
    await page.getByText('A name has 1 to 40 characters').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('my-dag');
    await page.keyboard.press('Enter');

    await page.waitForURL(/\/dags\/my-dag$/);
    await eventually(() => engine.state.specs.has('my-dag'));
  });
});

describe('an import', () => {
  it('shows what definitions would become, and creates those that are chosen', async () => {
    const { page, engine } = await open({ state: anEmptyScene(), path: '/' });
    await page.getByRole('button', { name: 'Import…' }).click();
    const file = (name: string, text: string) => ({
      ...{ name, mimeType: 'application/yaml', buffer: Buffer.from(text) },
    });

    await page
      .locator('input[type=file]')
      .setInputFiles([
        file('a.yaml', 'logDir: /tmp\nsteps: [echo]\n'),
        file('b.yaml', 'functions: []\n'),
      ]);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('button', { name: /^b from b.yaml, cannot/ }).click();
    const problem = page.getByText('Line 1: unknown key');
    expect(await problem.innerText()).toBe('Line 1: unknown key functions');
    await page.getByRole('button', { name: 'Create 1 DAG' }).click();

    await page.getByText('Created 1 DAG.').waitFor();
    expect(engine.state.specs.get('a')).toBe('log_dir: /tmp\nsteps: [echo]\n');
    expect(engine.state.specs.has('b')).toBe(false);
    await page.waitForURL(/\/dags$/);
  });
});

describe('the palette', () => {
  it('opens a DAG and runs another within a few keys', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/runs' });
    await page.getByText('Engine ready').waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('pg-b');
    await page
      .getByRole('option', { name: /pg-backup/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/dags\/pg-backup$/);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('orders-n');
    await page
      .getByRole('option', { name: /orders-nightly/ })
      .first()
      .waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/runs\/orders-nightly\//);
    expect(engine.state.calls.some((call) => call.name === 'dags.start')).toBe(true);
  });
});
