import { describe, expect, it } from 'vitest';
import { eventually, rendererPage } from './support/renderer-page.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();

it('a DAG whose file is not published says so, and leads to where it is', async () => {
  const { page, engine } = await open({ state: aScene(), path: '/dags/orders-nightly' });

  await page.getByText('Modified').waitFor();
  await page.getByRole('link', { name: 'Publish…' }).click();
  await page.getByRole('heading', { name: 'orders-nightly.yaml' }).waitFor();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('review stock');
  await page.getByRole('option', { name: /Review stock-levels…/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'stock-levels.yaml' }).waitFor();
  expect(engine.state.calls.some(({ name }) => /^sync\.(?:publish|accept)/.test(name))).toBe(false);
});

describe('the editor of a definition', () => {
  it('marks a problem, says what it is, and fixes it on request', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags/orders-etl' });

    await page.getByRole('button', { name: /Unknown key continueOn/ }).click();
    await page.locator('.problem-zone').waitFor();
    expect(await page.locator('.squiggle-error').innerText()).toBe('continueOn');
    expect(
      await page.getByRole('button', { name: /enrich-currency/ }).getAttribute('class'),
    ).toContain('node-broken');
    await page.keyboard.press('Control+.');

    await page.locator('.squiggle-error').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    await eventually(() => engine.state.specs.get('orders-etl')?.includes('continue_on') ?? false);
    await page.getByText('orders-etl.yaml', { exact: true }).waitFor();
  });

  it('does not save a text with problems, and says why', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags/orders-etl' });
    const before = engine.state.specs.get('orders-etl');
    await page.locator('.cm-content').click();
    await page.keyboard.type('x');

    await page.keyboard.press('Control+s');

    await page
      .getByText(/Not saved; your text is kept as a draft. Fix this problem first/)
      .waitFor();
    expect(engine.state.specs.get('orders-etl')).toBe(before);
  });

  it('changes nothing for the keys that run a DAG elsewhere', async () => {
    const state = aScene();
    state.specs.set('pg-backup', 'steps:\n  - name: one\n    command: "true"\n');
    const { page } = await open({ state, path: '/dags/pg-backup' });
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');

    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('# here ');

    await page.getByText('Line 1, column 8', { exact: true }).waitFor();
    expect(await page.locator('.cm-line').allInnerTexts()).toEqual([
      '# here steps:',
      '  - name: one',
      '    command: "true"',
      expect.stringMatching(/^\n?$/),
    ]);
  });

  it('says what a key is for, under the pointer and beside what it offers', async () => {
    const state = aScene();
    state.specs.set('pg-backup', 'steps:\n  - name: one\n    command: "true"\n');
    const { page } = await open({ state, path: '/dags/pg-backup' });
    await page.locator('.syn-key', { hasText: 'name' }).hover();
    await page
      .locator('.cm-tooltip-hover')
      .getByText(/^Name of the step/)
      .waitFor();

    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('    retry_p');
    await page.getByRole('option', { name: 'retry_policy' }).waitFor();
    await page
      .locator('.cm-completionInfo')
      .getByText(/retry a failed step/)
      .waitFor();
    // The editor takes an Enter for one of the text while what it offers has only just come.
    await page.getByRole('option', { name: 'retry_policy' }).click();

    await page.locator('.cm-line', { hasText: 'retry_policy: ' }).waitFor();
  });

  it('draws a new step in the graph while it is being typed', async () => {
    const { page } = await open({ state: aScene(), path: '/dags/pg-backup' });
    await page.getByRole('button', { name: /^hello/ }).waitFor();

    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('  - name: second\n    command: true');

    await page.getByRole('button', { name: /^second/ }).waitFor();
  });

  it('keeps the graph of a text of which nothing can be read, and says that it is out of date', async () => {
    const { page } = await open({ state: aScene(), path: '/dags/pg-backup' });
    const step = page.getByRole('button', { name: /^hello/ });
    await step.waitFor();
    const status = page.getByText('Out of date: fix the text to update the graph');

    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('comand: true');
    await status.waitFor();
    expect(await step.isVisible()).toBe(true);

    await page.keyboard.press('Control+z');
    await status.waitFor({ state: 'detached' });
    expect(await step.isVisible()).toBe(true);
  });

  it('draws the graph anew for no key, but for the step at which keys pause', async () => {
    const state = aScene();
    const text = 'steps:\n  - name: one\n    command: "true"\n  - name: two\n    command: "true"\n';
    state.specs.set('pg-backup', text);
    const { page } = await open({ state, path: '/dags/pg-backup' });
    const two = page.getByRole('button', { name: /^two/ });
    await two.waitFor();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await page.getByText('Line 1, column 7', { exact: true }).waitFor();
    const isDrawnAnew = await page.locator('.graph-foot').evaluateHandle((foot) => {
      const propsOf = (): unknown => {
        const own = Object.entries(foot).find(([key]) => key.startsWith('__reactProps'));
        if (own === undefined)
          throw new Error('React keeps the props of an element elsewhere now.');
        return own[1];
      };
      const before = propsOf();
      return () => propsOf() !== before;
    });

    // What the engine answers is drawn; here it says nothing.
    await page.route(/\/validate/, () => undefined);
    await page.keyboard.type(' # six');
    await page.getByText('Line 1, column 13', { exact: true }).waitFor();
    expect(await isDrawnAnew.evaluate((ask) => ask())).toBe(false);
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowUp');

    await eventually(async () => (await two.getAttribute('aria-pressed')) === 'true');
  });

  it('says that a text is not checked while the engine is away', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags/pg-backup' });
    await page.getByText('No problems', { exact: true }).waitFor();

    await engine.stop();

    await page.getByText('Not checked').waitFor();
    expect(await page.getByText('No problems', { exact: true }).count()).toBe(0);
  });

  it('keeps a problem and its fix in sight beside a long line', async () => {
    const state = aScene();
    const long = `    description: ${'long '.repeat(400)}`;
    state.specs.set('pg-backup', `steps:\n  - name: hello\n    comand: echo hello\n${long}\n`);
    const { page } = await open({ state, path: '/dags/pg-backup' });
    await page.getByRole('button', { name: /Unknown key/ }).click();
    const pane = page.locator('.cm-scroller');

    for (const left of [0, 900]) {
      await pane.evaluate((scroller, to) => scroller.scrollTo({ left: to }), left);
      const [zone, frame] = await Promise.all([
        page.locator('.problem-zone').boundingBox(),
        pane.boundingBox(),
      ]);
      const end = (box: typeof zone) => (box?.x ?? 0) + (box?.width ?? 0);
      expect(zone?.x).toBeGreaterThanOrEqual(frame?.x ?? Infinity);
      expect(end(zone)).toBeLessThanOrEqual(end(frame) + 1);
      expect(zone?.width).toBeGreaterThan(300);
    }
  });

  it('goes back to the saved text', async () => {
    const { page } = await open({ state: aScene(), path: '/dags/orders-etl' });
    await page.locator('.cm-content').click();
    await page.keyboard.type('# more');
    await page.getByText('orders-etl.yaml, edited').waitFor();

    await page.getByRole('button', { name: 'Revert' }).click();

    await page.getByText('orders-etl.yaml', { exact: true }).waitFor();
    expect(await page.locator('.cm-content').innerText()).not.toContain('# more');
  });
});

it('asks once when a DAG is due, for its header and beside its text', async () => {
  const { page, engine } = await open({ state: aScene(), path: '/dags/orders-etl' });

  await page.locator('.slot-words').first().waitFor();
  await page.getByRole('region', { name: 'Next slots' }).getByRole('listitem').first().waitFor();

  expect(engine.state.calls.filter(({ name }) => name === 'schedule.preview')).toHaveLength(1);
});

describe('a dry run', () => {
  it('shows what a run would do, with the parameters that were typed', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags/orders-etl' });
    await page.getByRole('button', { name: 'Run…', exact: true }).click();
    await page.getByRole('textbox', { name: 'REGION' }).fill('eu');
    await page.getByRole('button', { name: 'Dry run' }).click();

    const plan = page.getByRole('dialog', { name: 'Dry run of orders-etl' });
    await plan.getByText('./bin/check-sources --date "2026-11-19"').waitFor();
    expect(await plan.innerText()).toContain('Calls load-region 7 times · no DAG has this name');
    expect(await plan.innerText()).toContain('Only if test -f ready does not succeed');
    expect(await plan.innerText()).toContain('REGION=eu');
    expect(engine.state.calls.some((call) => call.name === 'dags.start')).toBe(false);
  });

  it('is one of the text in the editor, saved or not', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags/orders-etl' });
    await page.locator('.cm-content').click();
    await page.keyboard.type('# more');

    await page.keyboard.press('Control+k');
    await page.keyboard.type('Dry run');
    await page.getByRole('option', { name: /Dry run/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('the unsaved text').waitFor();

    await eventually(() => engine.state.calls.some((call) => call.name === 'runs.dryRun'));
    const call = engine.state.calls.find((one) => one.name === 'runs.dryRun');
    expect(call?.input['spec']).toContain('# more');
    expect(call?.input['defaultWorkingDir']).toBe('/dags');
  });

  it('says why there is none', async () => {
    const state = aScene();
    state.refusals.set('dags.dryRun', 'The directory /nowhere is not there.');
    const { page } = await open({ state, path: '/dags/orders-etl' });

    await page.getByRole('button', { name: 'More actions for orders-etl' }).click();
    await page.getByRole('menuitem', { name: /Dry run/ }).click();

    await page.getByRole('dialog').getByText('The directory /nowhere is not there.').waitFor();
  });
});

describe('a DAG', () => {
  it('shows its parameters before it starts, with what they are for', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags' });
    await page.getByText('Engine ready').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('run orders-etl');
    await page.getByRole('option', { name: /Run orders-etl/ }).waitFor();
    await page.keyboard.press('Enter');

    const date = page.getByRole('textbox', { name: 'DATE' });
    await date.waitFor();
    expect(await date.getAttribute('aria-describedby')).not.toBeNull();
    await page.getByText('The day that is loaded').waitFor();
    expect(engine.state.calls.some((call) => call.name === 'dags.start')).toBe(false);
    await page.keyboard.press('Enter');

    await page.waitForURL(/\/runs\/orders-etl\/started-/);
  });

  it('lets parameters alone where its definition says so', async () => {
    const { page } = await open({ state: aScene(), path: '/dags/fraud-backtest' });

    await page.getByRole('button', { name: 'Run…', exact: true }).click();
    await page.getByText('disable_param_edit').waitFor();

    expect(
      await page.getByRole('textbox', { name: 'MODEL' }).getAttribute('readonly'),
    ).not.toBeNull();
  });

  it('names the rule of a warning', async () => {
    const { page } = await open({ state: aScene(), path: '/dags/orders-etl' });

    const warning = page.getByRole('button', { name: /is not a parameter/ });
    await warning.getByText('unknown-variable').waitFor();
  });

  it('names what is lost, loses nothing by Enter alone, and can be taken back', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags/pg-backup' });

    await page.getByRole('button', { name: 'More actions for pg-backup' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('alertdialog', { name: 'Delete pg-backup' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/dags/pg-backup');

    await page.getByRole('button', { name: 'More actions for pg-backup' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete DAG' }).click();
    await page.waitForURL(/\/dags$/);
    await page.getByRole('link', { name: 'orders-nightly' }).waitFor();
    expect(await page.getByRole('link', { name: 'pg-backup' }).count()).toBe(0);
    await page.keyboard.press('Control+z');

    await page.getByRole('link', { name: 'pg-backup' }).waitFor();
    expect(engine.state.calls.some((call) => call.name === 'dags.delete')).toBe(false);
  });

  it('is deleted when the page is left before the time to undo is over', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/dags/pg-backup' });
    await page.getByRole('button', { name: 'More actions for pg-backup' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete DAG' }).click();
    await page.getByText('Deleting pg-backup').waitFor();

    await page.reload();

    await eventually(() => !engine.state.dags.some((item) => item.fileName === 'pg-backup'));
    expect(engine.state.calls.filter((call) => call.name === 'dags.delete')).toHaveLength(1);
  });

  it('is renamed and stays open under its new name', async () => {
    const { page } = await open({ state: aScene(), path: '/dags/pg-backup' });

    await page.getByRole('button', { name: 'More actions for pg-backup' }).click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByLabel('New name').fill('pg-dump');
    await page.keyboard.press('Enter');

    await page.waitForURL(/\/dags\/pg-dump$/);
    await page.getByRole('heading', { name: 'pg-dump' }).waitFor();
  });

  it('shows its history step by step and leads to each run', async () => {
    const { page } = await open({ state: aScene(), path: '/dags/orders-etl/runs' });

    const failures = page.getByRole('link', { name: 'enrich-currency: Failed' });
    await failures.first().waitFor();
    expect(await failures.count()).toBe(3);
    await failures.first().click();

    await page.waitForURL(/\/runs\/orders-etl\/.+step=enrich-currency/);
  });

  it('has a history that is one stop of Tab and is walked by arrows', async () => {
    const { page } = await open({ state: aScene(), path: '/dags/orders-etl/runs' });
    const grid = page.getByRole('grid', { name: 'Steps by run' });
    const stop = grid.locator('a[tabindex="0"]');
    const after = async (key: string) => {
      await page.keyboard.press(key);
      expect(await stop.count()).toBe(1);
      const cell = await page.evaluate(() => document.activeElement?.getAttribute('data-cell'));
      return cell?.split(' ').map(Number) ?? [];
    };
    await stop.focus();
    const [, newest = 0] = await after('j');

    expect(await after('k')).toEqual([0, newest]);
    expect(await after('ArrowLeft')).toEqual([0, newest - 1]);
    expect(await after('Home')).toEqual([0, 0]);
    expect(await after('ArrowLeft')).toEqual([0, 0]);
    expect(await after('End')).toEqual([0, newest]);
    expect((await after('ArrowDown'))[0]).toBeGreaterThan(0);
    await page.keyboard.press('Enter');

    await page.waitForURL(/\/runs\/orders-etl\/.+step=/);
  });

  it('says that there are older runs, and leads to them', async () => {
    const state = aScene();
    const [run] = state.runs.filter(({ name }) => name === 'orders-etl');
    if (run === undefined) throw new Error('the scene has no run of orders-etl');
    const many = Array.from({ length: 41 }, (_, index) => ({ ...run, dagRunId: `r${index}` }));
    state.runs = many;
    const { page } = await open({ state, path: '/dags/orders-etl/runs' });

    await page.getByText('Showing the newest 40 runs.').waitFor();
    await page.getByRole('link', { name: 'Show all runs' }).click();

    await page.waitForURL(/\/runs\?name=orders-etl/);
  });
});
