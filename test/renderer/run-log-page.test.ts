import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { FakeEngine } from './support/fake-engine.ts';
import { rendererPage } from './support/renderer-page.ts';
import { ORDERS_RUN } from './support/run-fixtures.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();
const address = `/runs/orders-etl/${ORDERS_RUN}`;
const log = (page: Page) => page.getByRole('region', { name: 'Log lines' });
const numbered = (number: number) => `line ${number}`;

describe('wrapping the lines of a log', () => {
  it('keeps the line at the upper edge where it is, there and back, however tall lines become', async () => {
    const long = (number: number) => (number % 3 === 0 ? 'word '.repeat(400) : numbered(number));
    const { page } = await open({ state: aScoring(900, long), path: aStep('score-fraud') });
    await log(page).getByText('line 899', { exact: true }).waitFor();
    await page.keyboard.press('f');
    await log(page).evaluate((element) => element.scrollTo(0, 499 * 20));
    const place = log(page).getByText('line 500', { exact: true });
    await place.waitFor();
    const topOf = async () => (await place.boundingBox())?.y;
    const before = await topOf();

    await page.keyboard.press('w');
    await page.getByRole('button', { name: 'Wrap lines', pressed: true }).waitFor();
    await expect.poll(topOf).toBe(before);
    await page.keyboard.press('w');
    await page.getByRole('button', { name: 'Wrap lines', pressed: false }).waitFor();
    await expect.poll(topOf).toBe(before);
  });

  it('leaves a log that follows its end at the end', async () => {
    const long = (number: number) => `${'word '.repeat(400)} ${numbered(number)}`;
    const { page } = await open({ state: aScoring(300, long), path: aStep('score-fraud') });
    await log(page).getByText('line 300').waitFor();

    await page.keyboard.press('w');

    const left = () =>
      log(page).evaluate(
        ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight,
      );
    await expect.poll(left).toBeLessThan(2);
    expect(await page.getByRole('button', { name: 'Follow', pressed: true }).count()).toBe(1);
  });
});

describe('the end of a log that grows', () => {
  it('counts the lines that came after somebody stopped following it', async () => {
    const { page, engine } = await open({ state: aScoring(136), path: aStep('score-fraud') });
    await log(page).getByText('line 136', { exact: true }).waitFor();

    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Follow', pressed: false }).waitFor();
    grow(engine, 139);

    await page.getByRole('button', { name: '3 new lines' }).waitFor();
    expect(await page.locator('.new-lines').innerText()).toMatch(/^3 new lines/);
  });

  it('counts them after a search has shown a line', async () => {
    const { page, engine } = await open({ state: aScoring(136), path: aStep('score-fraud') });
    await log(page).getByText('line 136', { exact: true }).waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('line 7');
    await page.getByText('1 of 11').waitFor();
    grow(engine, 141);

    await page.locator('.new-lines').waitFor();
    expect(await page.locator('.new-lines').innerText()).toMatch(/^5 new lines/);
  });

  it('has the focus after a search, at what was found', async () => {
    const { page } = await open({ state: aScoring(136), path: aStep('score-fraud') });
    await log(page).getByText('line 136', { exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('line 7');
    await page.getByText('1 of 11').waitFor();

    await page.keyboard.press('Escape');

    await page.getByRole('search').waitFor({ state: 'detached' });
    expect(await log(page).evaluate((lines) => lines === document.activeElement)).toBe(true);
    expect(await log(page).getByText('line 7', { exact: true }).isVisible()).toBe(true);
  });

  it('counts no line of another log that is shown instead', async () => {
    const state = aScoring(136);
    const { page, engine } = await open({ state, path: aStep('enrich-currency') });
    await log(page).getByText('Error: http status code').first().waitFor();
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Follow', pressed: false }).waitFor();

    await page.getByRole('treeitem', { name: /score-fraud/ }).click();
    await log(page)
      .getByText('line 1', { exact: true })
      .or(log(page).getByText('line 136', { exact: true }))
      .first()
      .waitFor();
    grow(engine, 138);

    await page.locator('.new-lines').waitFor();
    expect(await page.locator('.new-lines').innerText()).toMatch(/^2 new lines/);
  });
});

describe("the run's own log", () => {
  it('tells times in the zone of the person, is searched by them, and copied as it is', async () => {
    const line = (number: number) => `2026-11-19T23:30:00.12${number}Z step load-${number} began`;
    const state = aScene();
    state.logs.set(`${ORDERS_RUN}//stdout`, { lines: 3, line });
    const { page } = await open({ state, path: address });

    await page.getByRole('tab', { name: 'Run log' }).click();
    await log(page).getByText('2026-11-20 00:30:00.121').waitFor();

    expect(await log(page).innerText()).not.toContain('Z');
    await page.keyboard.press('/');
    await page.keyboard.type('00:30:00.123');
    await page.getByText('1 of 1').waitFor();
    await page.getByRole('button', { name: 'Copy log' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${[1, 2, 3].map(line).join('\n')}\n`);
  });

  it('leaves alone what a step has printed', async () => {
    const state = aScene();
    const printed = '2026-11-19T23:30:00.120Z hello';
    state.logs.set(`${ORDERS_RUN}/score-fraud/stdout`, { lines: 1, line: () => printed });
    const { page } = await open({ state, path: aStep('score-fraud') });

    await log(page).getByText('hello').waitFor();

    expect(await log(page).innerText()).toContain(printed);
  });
});

describe('the search of a log', () => {
  it('counts while somebody types, and goes on and back by Enter', async () => {
    const { page } = await open({ state: aScoring(136), path: aStep('score-fraud') });
    await log(page).getByText('line 136', { exact: true }).waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('line 7');
    await page.getByText('1 of 11').waitFor();
    await page.locator('.log-marked').getByText('line 7', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('2 of 11').waitFor();
    await page.locator('.log-marked').getByText('line 70', { exact: true }).waitFor();
    await page.keyboard.press('Shift+Enter');
    await page.getByText('1 of 11').waitFor();

    await page.keyboard.type('7');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await page.keyboard.type('x');
    await page.getByText('No results').waitFor();
    expect(await page.locator('.log-marked').count()).toBe(0);
  });

  it('begins anew in the log of another step', async () => {
    const { page } = await open({ state: aScoring(136), path: aStep('score-fraud') });
    await log(page).getByText('line 136', { exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('status code');
    await page.getByText('No results').waitFor();

    await page.getByRole('treeitem', { name: /enrich-currency/ }).click();

    await page.locator('.log-marked').getByText('Error: http status code').waitFor();
  });
});

describe('the first error of a failed step', () => {
  it('is the last line of stdout where nothing speaks of one and stderr is empty', async () => {
    const state = aScene();
    const lines = { lines: 300, line: numbered };
    state.logs.set(`${ORDERS_RUN}/enrich-currency/stdout`, lines);
    const { page } = await open({ state, path: aStep('score-fraud') });
    await page.getByRole('treeitem', { selected: true }).waitFor();

    await page.keyboard.press('e');

    await page.locator('.log-marked').getByText('line 300', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'stdout', selected: true }).waitFor();
  });

  it('is looked for in stdout where somebody looks at an empty stderr', async () => {
    const { page } = await open({ state: aScene(), path: aStep('enrich-currency') });
    await log(page).getByText('Error: http status code').first().waitFor();
    await page.getByRole('tab', { name: 'stderr' }).click();
    await page.getByText('This step printed nothing to stderr.').waitFor();

    await page.keyboard.press('e');

    await page.locator('.log-marked').getByText('Error: http status code').waitFor();
  });

  it('is in stderr where that has lines', async () => {
    const state = aScene();
    state.logs.set(`${ORDERS_RUN}/enrich-currency/stdout`, { lines: 3, line: numbered });
    const errors = { lines: 2, line: () => 'fatal: no rates' };
    state.logs.set(`${ORDERS_RUN}/enrich-currency/stderr`, errors);
    const { page } = await open({ state, path: aStep('enrich-currency') });
    await log(page).getByText('line 3', { exact: true }).waitFor();

    await page.keyboard.press('e');

    await page.locator('.log-marked').getByText('fatal: no rates').waitFor();
  });

  it('chooses its stream for that step alone, and takes the choice of a person for all', async () => {
    const state = aScoring(3);
    const errors = { lines: 2, line: () => 'fatal: no rates' };
    state.logs.delete(`${ORDERS_RUN}/enrich-currency/stdout`);
    state.logs.set(`${ORDERS_RUN}/enrich-currency/stderr`, errors);
    const { page } = await open({ state, path: aStep('score-fraud') });
    await log(page).getByText('line 3', { exact: true }).waitFor();
    await page.keyboard.press('e');
    await page.locator('.log-marked').getByText('fatal: no rates').waitFor();

    await page.keyboard.press('j');
    await log(page).getByText('line 3', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'stdout', selected: true }).waitFor();
    await page.keyboard.press('k');
    await log(page).getByText('fatal: no rates').first().waitFor();

    await page.getByRole('tab', { name: 'stdout' }).click();
    await page.getByText('This step printed nothing').waitFor();
    await page.getByRole('tab', { name: 'stderr' }).click();
    await page.getByRole('treeitem', { name: /score-fraud/ }).click();
    await page.getByRole('tab', { name: 'stderr', selected: true }).waitFor();
  });

  it('ends the log of all steps, so that the next step shows its own', async () => {
    const { page } = await open({ state: aScoring(3), path: aStep('score-fraud') });
    await log(page).getByText('line 3', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'All steps' }).click();
    await log(page).getByText('score-fraud').first().waitFor();

    await page.keyboard.press('e');
    await page.locator('.log-marked').getByText('Error: http status code').waitFor();
    await page.keyboard.press('j');

    await page.getByRole('tab', { name: 'stdout', selected: true }).waitFor();
  });
});

function aStep(name: string): string {
  return `${address}?step=${name}`;
}

function aScoring(lines: number, line = numbered) {
  const state = aScene();
  state.logs.set(`${ORDERS_RUN}/score-fraud/stdout`, { lines, line });
  return state;
}

function grow(engine: FakeEngine, lines: number): void {
  engine.state.logs.set(`${ORDERS_RUN}/score-fraud/stdout`, { lines, line: numbered });
  const place = { name: 'orders-etl', dagRunId: ORDERS_RUN, stepName: 'score-fraud' };
  engine.emit({ type: 'log.appended', ...place, stream: 'stdout' });
}
