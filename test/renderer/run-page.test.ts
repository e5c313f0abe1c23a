import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { FakeState } from './support/fake-engine.ts';
import { RELEASE_RUN, WAITING_SUB_RUN } from './support/language-fixtures.ts';
import { eventually, rendererPage } from './support/renderer-page.ts';
import { aNode, aRun, ORDERS_RUN } from './support/run-fixtures.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();
const address = `/runs/orders-etl/${ORDERS_RUN}`;
const log = (page: Page) => page.getByRole('region', { name: 'Log lines' });

describe('the page of a run', () => {
  it('opens with the step that failed and says why', async () => {
    const { page } = await open({ state: aScene(), path: address });

    const step = page.getByRole('treeitem', { selected: true });
    await step.waitFor();

    expect(await step.innerText()).toContain('enrich-currency');
    expect(await step.innerText()).toContain('exit 1 · http status code not 2xx: 503');
  });

  it('shows the stream of a failed step that has its message', async () => {
    const state = aScene();
    const { page } = await open({ state, path: address });
    await log(page).getByText('Error: http status code').first().waitFor();

    state.logs.delete(`${ORDERS_RUN}/enrich-currency/stdout`);
    state.logs.set(`${ORDERS_RUN}/enrich-currency/stderr`, { lines: 1, line: () => 'no rates' });
    await page.reload();

    await log(page).getByText('no rates').waitFor();
    await page.getByRole('tab', { name: 'stderr', selected: true }).waitFor();
  });

  it('says once that it is waiting, and for whom', async () => {
    const sub = `/runs/release-train/${RELEASE_RUN}/sub/deploy-region/${WAITING_SUB_RUN}`;
    const { page } = await open({ state: aScene(), path: sub });
    await page.locator('.run-reason').waitFor();

    const words = await page.locator('.run-head .row').first().innerText();

    expect(words.replaceAll(/\s+/g, ' ')).toContain('Waiting for you: confirm');
    expect(words.match(/waiting/gi)).toHaveLength(1);
  });

  it('shows what the engine says of how it was asked for', async () => {
    const state = aScene();
    const warnings = ['Parameter "user" is not declared by the DAG.'];
    state.runs[0] = { ...state.runs[0]!, warnings };
    const { page } = await open({ state, path: address });

    const list = page.getByRole('list', { name: 'Warnings' });
    await list.waitFor();

    expect(await list.getByRole('listitem').allInnerTexts()).toEqual(warnings);
  });

  it('names the commit of its DAG, and says that the text was changed after it', async () => {
    const state = aScene();
    state.runs[0] = { ...state.runs[0]!, git: { commit: 'c0ffee12'.repeat(5), changed: true } };
    const { page } = await open({ state, path: address });

    const commit = page.locator('dl.facts div').filter({ hasText: 'Commit' });
    await commit.waitFor();

    expect(await commit.innerText()).toMatch(/c0ffee12\s+changed$/);
    // Whatever stands in the row, nothing of it falls off its end.
    const facts = await page.locator('dl.facts').boundingBox();
    const run = await page.locator('.fact-run').boundingBox();
    expect(run!.x + run!.width).toBeLessThanOrEqual(facts!.x + facts!.width);
  });

  it('opens with the last step that has output where all went well', async () => {
    const state = aScene();
    const run = '019a9b2e-day-1';
    state.logs.set(`${run}/stage-orders/stdout`, { lines: 2, line: (line) => `match ${line}` });
    const { page } = await open({ state, path: `/runs/orders-etl/${run}` });

    await log(page).getByText('match 2').waitFor();
    const step = page.getByRole('treeitem', { selected: true });
    expect(await step.innerText()).toContain('stage-orders');
  });

  it('follows its steps and its end', async () => {
    const { page, engine } = await open({ state: aScene(), path: address });
    const step = page.getByRole('treeitem').filter({ hasText: 'load-mart' });
    await step.waitFor();
    expect(await step.innerText()).toContain('Not started');

    const node = aNode('load-mart', Date.now(), { status: 'running', from: 0 });
    engine.emit({
      type: 'node.changed',
      name: 'orders-etl',
      dagRunId: ORDERS_RUN,
      index: 11,
      node,
    });
    await step.getByText('Running').waitFor();

    const ended = aRun('orders-etl', 'failed', { dagRunId: ORDERS_RUN, error: 'one step failed' });
    engine.state.runs[0] = { ...engine.state.runs[0]!, ...ended };
    engine.emit({ type: 'run.changed', run: ended });
    await page.getByText('· one step failed').waitFor();
    expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0);
  });

  it('is moved through with j and k, and jumps to the first error with e', async () => {
    const { page } = await open({ state: aScene(), path: `${address}?step=score-fraud` });
    await page.getByRole('treeitem', { selected: true }).waitFor();

    await page.keyboard.press('j');
    await page.getByRole('treeitem', { name: /approve-load/, selected: true }).waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await page.getByRole('treeitem', { name: /enrich-currency/, selected: true }).waitFor();
    await log(page).getByText('Error: http status code').first().waitFor();
    await page.keyboard.press('e');

    await page.locator('.log-marked').getByText('Error: http status code').waitFor();
  });

  it('asks before it stops a run, naming the steps that end', async () => {
    const { page, engine } = await open({ state: aScene(), path: address });
    await page.getByRole('treeitem', { selected: true }).waitFor();

    await page.keyboard.press('s');
    await page.getByText('This stops load-regions and score-fraud.').waitFor();
    // Cancel has the focus, so that Enter alone stops nothing.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await page.getByText('Aborted').first().waitFor();
    expect(engine.state.calls.some((call) => call.name === 'runs.stop')).toBe(true);
  });

  it('draws the run over time and shows its outputs', async () => {
    const { page } = await open({ state: aScene(), path: address });

    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByRole('region', { name: 'Timeline of 14 steps' }).waitFor();
    await page.getByRole('tab', { name: 'Outputs' }).click();

    await page.getByText('48213').waitFor();
  });

  it('draws only the rows of the timeline that are in sight', async () => {
    const state = aScene();
    const now = Date.now() - 60_000;
    const nodes = Array.from({ length: 1000 }, (_, at) =>
      aNode(`s${at}`, now, { status: 'succeeded', from: 0, to: 1 }),
    );
    Object.assign(state.runs[0]!, { nodes });
    const { page } = await open({ state, path: `${address}?step=s0` });
    await page.getByRole('tab', { name: 'Timeline' }).click();
    const rows = page.locator('.timeline-name');
    await rows.filter({ hasText: /^Succeededs0$/ }).focus();

    await page
      .getByRole('region', { name: 'Timeline of 1,000 steps' })
      .evaluate((timeline) => timeline.scrollTo({ top: timeline.scrollHeight }));

    await rows.filter({ hasText: 's999' }).waitFor();
    expect(await rows.count()).toBeLessThan(80);
    expect(await page.locator('.timeline rect.fill-ok').count()).toBeLessThan(80);
    // Nobody who scrolls loses the focus.
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('title'))).toBe('s0');
  });

  it('names outputs as the definition does', async () => {
    const state = aScene();
    state.runs = state.runs.map((run) => ({
      ...run,
      nodes: run.nodes.map((node) => ({ ...node, step: { ...node.step, output: 'ROW_COUNT' } })),
    }));
    const { page } = await open({ state, path: address });

    await page.getByRole('tab', { name: 'Outputs' }).click();

    await page.getByText('ROW_COUNT', { exact: true }).waitFor();
    await page.getByText('reportPath', { exact: true }).waitFor();
    expect(await page.getByText('rowCount', { exact: true }).count()).toBe(0);
  });

  it('says that a run is not there', async () => {
    const { page } = await open({ state: aScene(), path: '/runs/orders-etl/none' });

    await page.getByText('There is no such run.').waitFor();
  });
});

describe('the log of a step', () => {
  it('scrolls through a million lines, fetching and drawing only what is in sight', async () => {
    const state = withLog(1_000_000, (number) => `line ${number}`);
    const { page, engine } = await open({ state, path: `${address}?step=score-fraud` });
    await log(page).getByText('line 1000000', { exact: true }).waitFor();

    await scrollTo(page, 0.5);
    await log(page).getByText('line 500000', { exact: true }).waitFor();
    await scrollTo(page, 0);
    await log(page).getByText('line 1', { exact: true }).waitFor();

    const calls = engine.state.calls.filter((call) => call.name === 'runs.stepLog');
    expect(calls.length).toBeLessThan(20);
    expect(calls.every((call) => Number(call.input['limit']) <= 500)).toBe(true);
    expect(await page.locator('.log-line').count()).toBeLessThan(80);
  });

  it('follows the end, and counts new lines once somebody has scrolled away', async () => {
    const state = withLog(200, (number) => `line ${number}`);
    const { page, engine } = await open({ state, path: `${address}?step=score-fraud` });
    const grow = (lines: number) => {
      engine.state.logs.set(key, { lines, line: (number) => `line ${number}` });
      const stream = 'stdout';
      const event = {
        name: 'orders-etl',
        dagRunId: ORDERS_RUN,
        stepName: 'score-fraud',
        stream,
      } as const;
      engine.emit({ type: 'log.appended', ...event });
    };
    await log(page).getByText('line 200', { exact: true }).waitFor();

    grow(1300);
    await log(page).getByText('line 1300', { exact: true }).waitFor();
    await scrollTo(page, 0.2);
    await page.getByRole('button', { name: 'Follow', pressed: false }).waitFor();
    grow(1312);

    await page.getByRole('button', { name: '12 new lines' }).click();
    await log(page).getByText('line 1312', { exact: true }).waitFor();
  });

  it('numbers the lines of each step by themselves when all steps are shown', async () => {
    const state = withLog(3, (number) => `out ${number}`);
    state.logs.set(`${ORDERS_RUN}/score-fraud/stderr`, { lines: 2, line: () => 'same words' });
    const { page, engine } = await open({ state, path: `${address}?step=score-fraud` });
    await page.getByRole('tab', { name: 'All steps' }).click();
    await log(page).getByText('same words').first().waitFor();

    engine.state.logs.set(key, { lines: 4, line: (number) => `out ${number}` });
    const place = { name: 'orders-etl', dagRunId: ORDERS_RUN, stepName: 'score-fraud' };
    engine.emit({ type: 'log.appended', ...place, stream: 'stdout' });

    await log(page).getByText('out 4').waitFor();
    const numbers = log(page).locator('.log-line').filter({ hasText: 'same words' });
    await eventually(async () => {
      const texts = await numbers.locator('.log-number').allInnerTexts();
      return texts.sort().join() === '1,2';
    });
  });

  it('takes in a step that begins when all steps are shown, and offers its error when it fails', async () => {
    const state = withLog(1, () => 'first words');
    const shown = state.runs.find(({ dagRunId }) => dagRunId === ORDERS_RUN);
    if (shown === undefined) throw new Error('The scene has the run.');
    const began = Date.now() - 60_000;
    const first = aNode('score-fraud', began, { status: 'running', from: 0 });
    const next = (seed: Parameters<typeof aNode>[2]) => aNode('late', began, seed);
    Object.assign(shown, { nodes: [first, next({})], status: 1, statusLabel: 'running' });
    state.logs.set(`${ORDERS_RUN}/late/stdout`, { lines: 1, line: () => 'late words' });
    const { page, engine } = await open({ state, path: `${address}?step=score-fraud` });
    await page.getByRole('tab', { name: 'All steps' }).click();
    await log(page).getByText('first words').waitFor();
    const place = { name: 'orders-etl', dagRunId: ORDERS_RUN, index: 1 };

    const running = next({ status: 'running', from: 1 });
    engine.emit({ type: 'node.changed', ...place, node: running });
    await log(page).getByText('late words').waitFor();
    expect(await page.getByRole('button', { name: /First error/ }).count()).toBe(0);

    const failed = next({ status: 'failed', from: 1, to: 2 });
    engine.emit({ type: 'node.changed', ...place, node: failed });
    await page.getByRole('button', { name: /First error/ }).waitFor();
  });

  it('finds a text and shows it in its place', async () => {
    const state = withLog(5000, (number) => (number === 3210 ? 'the needle' : `line ${number}`));
    const { page } = await open({ state, path: `${address}?step=score-fraud` });
    await log(page).getByText('line 5000', { exact: true }).waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('NEEDLE');
    await page.keyboard.press('Enter');

    await page.getByText('1 of 1').waitFor();
    await log(page).locator('mark').getByText('needle').waitFor();
    await log(page).getByText('line 3211', { exact: true }).waitFor();
  });

  it('shows markup and control characters as text', async () => {
    const state = withLog(2, (number) =>
      number === 1 ? '<img src=x onerror=alert(1)>' : 'bell \u0007 and \u001b[31mred\u001b[0m',
    );
    const { page } = await open({ state, path: `${address}?step=score-fraud` });

    await log(page).getByText('<img src=x onerror=alert(1)>').waitFor();
    await log(page).getByText('bell \u2407 and').waitFor();
    expect(await log(page).locator('img').count()).toBe(0);
    expect(await log(page).locator('.ansi-red').innerText()).toBe('red');
  });

  it('says why a log is not there any more', async () => {
    const state = aScene();
    state.logs.set(key, { lines: 0, line: () => '', note: 'The log was deleted.' });
    const { page } = await open({ state, path: `${address}?step=score-fraud` });

    await page.getByText('The log was deleted.').waitFor();
  });

  it('wraps long lines at their full height', async () => {
    const long = 'word '.repeat(200);
    const state = withLog(30, (number) => (number === 2 ? long : `line ${number}`));
    const { page } = await open({ state, path: `${address}?step=score-fraud` });
    await log(page).getByText('line 30', { exact: true }).waitFor();

    await page.keyboard.press('w');
    await scrollTo(page, 0);

    const wrapped = log(page).locator('.log-line').filter({ hasText: 'word word' });
    await wrapped.waitFor();
    await eventually(async () => {
      const own = await wrapped.boundingBox();
      const next = await log(page)
        .locator('.log-line')
        .filter({ hasText: 'line 3' })
        .first()
        .boundingBox();
      return (
        own !== null &&
        next !== null &&
        own.height > 40 &&
        Math.abs(next.y - own.y - own.height) < 1
      );
    });
  });

  it('copies the log without colors and line numbers', async () => {
    const state = withLog(2, (number) => `\u001b[31mline\u001b[0m ${number}`);
    const { page } = await open({ state, path: `${address}?step=score-fraud` });
    await log(page).getByText('line').first().waitFor();

    await page.getByRole('button', { name: 'Copy log' }).click();

    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('line 1\nline 2\n');
  });
});

describe('the list of runs', () => {
  it('filters by status, loads older runs on the way down, and shows new ones at the top', async () => {
    const { page, engine } = await open({ state: withRuns(250), path: '/runs' });
    await page.getByText('100+').waitFor();

    engine.emit({
      type: 'run.changed',
      run: aRun('fresh', 'running', { startedAt: new Date().toISOString() }),
    });
    await page.getByRole('link', { name: 'fresh' }).waitFor();
    await page.getByRole('rowgroup', { name: 'Rows' }).evaluate((rows) => {
      rows.scrollTop = rows.scrollHeight;
    });
    await page.getByText('201+').waitFor();

    await page.getByRole('button', { name: 'Status: Any status' }).click();
    await page.getByRole('menuitem', { name: 'Failed' }).click();
    await page.waitForURL(/status=failed/);
    await page.getByText('No runs match this filter.').waitFor();
  });
});

const key = `${ORDERS_RUN}/score-fraud/stdout`;

function withLog(lines: number, line: (number: number) => string): FakeState {
  const state = aScene();
  state.logs.set(key, { lines, line });
  return state;
}

function withRuns(count: number): FakeState {
  const runs = Array.from({ length: count }, (_, index) => ({
    ...aRun('often', 'succeeded', { dagRunId: `often-${index}` }),
    nodes: [],
    attempt: 1,
    preconditions: [],
  }));
  return { ...aScene(), runs };
}

async function scrollTo(page: Page, share: number): Promise<void> {
  await log(page).evaluate((element, at) => {
    element.scrollTop = (element.scrollHeight - element.clientHeight) * at;
  }, share);
}
