import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  ENDED_RUN,
  RELEASE_RUN,
  releaseRun,
  UNMET_RUN,
  WAITING_SUB_RUN,
  waitingSubRun,
} from './support/language-fixtures.ts';
import { eventually, rendererPage } from './support/renderer-page.ts';
import { aRun } from './support/run-fixtures.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();
const release = `/runs/release-train/${RELEASE_RUN}`;
const header = (page: Page) => page.locator('.run-head');
const ended = `/runs/release-train/${ENDED_RUN}`;

describe('the sub-runs of a step', () => {
  it('are a thousand and draw only those that want attention, until more are asked for', async () => {
    const { page } = await open({ state: aScene(), path: release });
    const rows = page.locator('.step-row.nested');
    await page.getByText('992 more').waitFor();

    expect(await rows.count()).toBeLessThan(14);
    await page.getByText('health check timed out').waitFor();
    await page.getByText('992 more').click();

    await page.getByText('892 more').waitFor();
    expect(await rows.count()).toBeLessThan(120);
  });

  it('lead nowhere while they wait for their turn', async () => {
    const state = aScene();
    const run = state.runs.find((one) => one.dagRunId === RELEASE_RUN)!;
    run.nodes[5]!.subRuns.splice(0, 997);
    const { page } = await open({ state, path: release });

    const row = page.getByRole('treeitem', { name: /REGION=region-0999/ });
    await row.waitFor();

    expect(await row.innerText()).toContain('Not started');
    expect(await row.getByRole('link').count()).toBe(0);
  });

  it('are followed by their own events, and fetched when one is new', async () => {
    const { page, engine } = await open({ state: aScene(), path: release });
    const row = page.getByRole('treeitem', { name: /REGION=region-0640/ });
    await row.getByText('Running').waitFor();
    const child = (dagRunId: string) =>
      aRun('deploy-region', 'failed', {
        dagRunId,
        parentDAGRunName: 'release-train',
        parentDAGRunId: RELEASE_RUN,
        error: 'the mirror is gone',
      });

    engine.emit({ type: 'run.changed', run: child('sub-region-0640') });
    await row.getByText('the mirror is gone').waitFor();
    const before = engine.state.calls.filter((call) => call.name === 'runs.get').length;
    engine.emit({ type: 'run.changed', run: child('one-more') });

    await eventually(
      () => engine.state.calls.filter((call) => call.name === 'runs.get').length > before,
    );
  });

  it('have a page of their own with the way back to their callers', async () => {
    const { page } = await open({ state: aScene(), path: release });

    await page
      .getByRole('treeitem', { name: /REGION=region-0007 / })
      .getByRole('link')
      .click();

    await page.waitForURL(new RegExp(`${RELEASE_RUN}/sub/deploy-region/${WAITING_SUB_RUN}`));
    await page.getByRole('heading', { name: 'deploy-region' }).waitFor();
    await page.getByRole('navigation', { name: 'Parent runs' }).getByRole('link').click();
    await page.waitForURL(new RegExp(`${RELEASE_RUN}$`));
  });

  it('name all their callers when they were called by a sub-run', async () => {
    const state = aScene();
    const deep = { ...waitingSubRun(state.now), dagRunId: 'deep', name: 'probe' };
    const changes = { parentDAGRunName: 'deploy-region', parentDAGRunId: WAITING_SUB_RUN };
    state.runs.push({ ...deep, ...changes });
    const { page } = await open({ state, path: `${release}/sub/probe/deep` });

    const callers = page.getByRole('navigation', { name: 'Parent runs' }).getByRole('link');
    await callers.nth(1).waitFor();

    expect(await callers.allInnerTexts()).toEqual(['release-train', 'deploy-region']);
  });

  it('are decided, logged and followed on their own page', async () => {
    const state = aScene();
    state.logs.set(`${WAITING_SUB_RUN}/drain/stdout`, { lines: 2, line: (n) => `drained ${n}` });
    const path = `${release}/sub/deploy-region/${WAITING_SUB_RUN}`;
    const { page, engine } = await open({ state, path });

    await page.getByRole('treeitem', { name: /drain/ }).click();
    await page.getByText('drained 2').waitFor();
    await page.getByRole('treeitem', { name: /confirm/ }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('group', { name: 'Decision' }).waitFor();

    const approval = engine.state.calls.find((call) => call.name === 'subRuns.approve');
    expect(approval?.input).toMatchObject({
      name: 'release-train',
      dagRunId: RELEASE_RUN,
      subDAGRunId: WAITING_SUB_RUN,
      stepName: 'confirm',
    });
    expect(engine.state.calls.some((call) => call.name === 'subRuns.stepLog')).toBe(true);
  });

  it('make their caller say where it waits', async () => {
    const { page } = await open({ state: aScene(), path: release });

    const row = page.getByRole('treeitem', { name: /deploy-regions/ });
    await row.getByText('waiting in sub-run').waitFor();
    await row.getByRole('link', { name: 'REGION=region-0007' }).click();

    await page.waitForURL(new RegExp(WAITING_SUB_RUN));
  });
});

describe('what a run says of its steps', () => {
  it('counts down to the next attempt and names the round', async () => {
    const { page } = await open({ state: aScene(), path: release });

    await page.getByText(/attempt 3 of 6 in \d+s/).waitFor();
    const rounds = page.getByRole('treeitem', { name: /watch-error-rate/ });
    expect(await rounds.innerText()).toContain('round 4');
  });

  it('says why it went on from a failure, and why a step was passed by', async () => {
    const { page } = await open({ state: aScene(), path: ended });
    const row = (name: RegExp) => page.getByRole('treeitem', { name }).innerText();
    await page.getByRole('treeitem', { name: /lint/ }).waitFor();

    expect(await row(/^Failed lint/)).toContain('Run continued: continue_on.failure');
    expect(await row(/flaky-check/)).toContain('Counts as succeeded: continue_on.mark_success');
    expect(await row(/publish/)).toContain('upstream failed');
    expect(await row(/decide/)).toContain('Not before the holidays.');
    expect(await header(page).innerText()).toContain('build: exit 2');
  });

  it.each([
    ['goes to a step that fails meanwhile', false, 'pick-channel'],
    ['stays with the step that somebody chose, though another one fails', true, 'legal'],
  ] as const)('%s', async (_, isChosen, shown) => {
    const state = aScene();
    const { page, engine } = await open({ state, path: release });
    const selected = page.getByRole('treeitem', { selected: true });
    await selected.getByText('a-step-with-a-name').waitFor();
    if (isChosen) await page.getByRole('treeitem', { name: / legal/ }).click();

    const node = { ...releaseRun(state.now).nodes[0]!, status: 2, statusLabel: 'failed' as const };
    const place = { name: 'release-train', dagRunId: RELEASE_RUN };
    engine.emit({ type: 'node.changed', ...place, index: 0, node });
    await page.getByRole('treeitem', { name: /^Failed pick-channel/ }).waitFor();

    await selected.getByText(shown).waitFor();
  });

  it('shows a precondition that kept the run from beginning', async () => {
    const { page } = await open({
      state: aScene(),
      path: `/runs/release-train/${UNMET_RUN}`,
    });

    await page.getByText('got "6"').waitFor();
    expect(await page.getByText('other condition').count()).toBe(0);
  });

  it('lists its handlers with their logs', async () => {
    const state = aScene();
    state.logs.set(`${ENDED_RUN}/onFailure/stdout`, { lines: 1, line: () => 'told the team' });
    const { page } = await open({ state, path: ended });

    await page.getByRole('group', { name: 'Handlers' }).getByText('onFailure').click();

    await page.getByText('told the team').waitFor();
  });

  it('shows each attempt of a step and the variables it was given', async () => {
    const { page } = await open({ state: aScene(), path: `${ended}?step=build` });
    await page.getByRole('tab', { name: 'Step', exact: true }).click();

    const attempts = page.getByRole('region', { name: 'Attempts' });
    await attempts.getByText('exit 2').nth(2).waitFor();
    const environment = page.getByRole('region', { name: 'Environment' });
    await environment.getByText('*******').waitFor();
    await environment.getByLabel('Filter variables').fill('output extract');

    await environment.getByText('1 of 5').waitFor();
    expect(await environment.getByRole('row').count()).toBe(2);
  });

  it('draws the time of a gate as one of waiting, whatever came of it', async () => {
    const state = aScene();
    const gates = state.runs
      .find(({ dagRunId }) => dagRunId === RELEASE_RUN)
      ?.nodes.filter(({ step, startedAt }) => step.gate !== null && startedAt !== '');
    const decided = gates?.filter(({ statusLabel }) => statusLabel === 'succeeded');
    expect(decided?.length).toBeGreaterThan(0);
    const { page } = await open({ state, path: `/runs/release-train/${RELEASE_RUN}` });

    await page.getByRole('tab', { name: 'Timeline' }).click();

    await eventually(
      async () => (await page.locator('.timeline rect.gate').count()) === gates?.length,
    );
  });

  it('shows the attempts in the tree and on the timeline when asked', async () => {
    const { page } = await open({ state: aScene(), path: `${ended}?step=build` });
    const row = page.getByRole('treeitem', { name: /build/ });
    await row.focus();

    await page.keyboard.press('ArrowRight');
    await page.getByRole('treeitem', { name: /attempt 2/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(
      'attempt 1 initial run',
    );
    await page.getByRole('tab', { name: 'Timeline' }).click();

    await eventually(async () => (await page.locator('.timeline g rect.fill-failed').count()) >= 4);
  });

  it('draws steps that nothing joins beside each other', async () => {
    const state = aScene();
    const run = state.runs.find((one) => one.dagRunId === ENDED_RUN)!;
    for (const node of run.nodes) node.step.depends = [];
    const { page } = await open({ state, path: ended });
    const nodes = page.locator('.graph-node');
    await nodes.nth(4).waitFor();

    const boxes = await Promise.all((await nodes.all()).map((node) => node.boundingBox()));

    const places = boxes.map((box) => `${Math.round(box?.x ?? 0)} ${Math.round(box?.y ?? 0)}`);
    expect(new Set(places).size).toBe(5);
  });

  it('keeps the definition with which it began, to read only', async () => {
    const { page } = await open({ state: aScene(), path: ended });
    await page.getByRole('tab', { name: 'Definition' }).click();
    const text = page.locator('.cm-content');
    await text.getByText('release-train').waitFor();

    await text.click();
    await page.keyboard.type('x');

    expect(await text.innerText()).not.toContain('x');
  });
});

describe('what can be done to a run', () => {
  it('is retried with r once it has ended, and says why not before', async () => {
    const { page, engine } = await open({ state: aScene(), path: release });
    await page.getByRole('treeitem', { selected: true }).waitFor();
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'More actions for release-train' }).click();
    const retry = page.getByRole('menuitem', { name: /^Retry The run is active/ });
    await retry.waitFor();
    expect(await retry.getAttribute('aria-disabled')).toBe('true');
    expect(engine.state.calls.some((call) => call.name === 'runs.retry')).toBe(false);

    await page.goto(engine.url + ended);
    await page.getByRole('treeitem', { selected: true }).waitFor();
    await page.keyboard.press('r');

    await page.getByText('Running').first().waitFor();
    await header(page).getByText('Attempt').waitFor();
  });

  it('retries one step, and marks one by hand', async () => {
    const { page, engine } = await open({ state: aScene(), path: `${ended}?step=build` });
    await page.getByRole('treeitem', { name: /build/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: /Mark step succeeded/ }).click();
    await page.getByRole('treeitem', { name: /Succeeded build/ }).waitFor();

    await page.getByRole('tab', { name: 'Step', exact: true }).click();
    await page.getByRole('button', { name: 'Retry step' }).click();

    await eventually(() => engine.state.calls.some((call) => call.name === 'runs.retry'));
    const call = (name: string) => engine.state.calls.find((one) => one.name === name)?.input;
    expect(call('runs.setStepStatus')).toMatchObject({ stepName: 'build', status: 4 });
    expect(call('runs.retry')).toMatchObject({ stepName: 'build' });
  });

  it('is run again from the palette under the same name, and the new run opens', async () => {
    const { page } = await open({ state: aScene(), path: ended });
    await page.getByRole('treeitem', { selected: true }).waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('Run ag');
    await page.getByRole('option', { name: /Run again/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel('VERSION').waitFor();
    await page.keyboard.press('Enter');

    await page.waitForURL(/\/runs\/release-train\/again-/);
  });

  it('is run again with the parameters that are changed, which are those of the run at first', async () => {
    const { page, engine } = await open({ state: aScene(), path: ended });
    await page.getByRole('treeitem', { selected: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Run ag');
    await page.keyboard.press('Enter');

    const version = page.getByLabel('VERSION');
    await version.waitFor();
    expect(await version.inputValue()).toBe('2026.47');
    await version.fill('2026.48');
    await page.keyboard.press('Enter');

    await page.waitForURL(/\/runs\/release-train\/again-/);
    const asked = engine.state.calls.find(({ name }) => name === 'runs.reschedule');
    expect(asked?.input).toMatchObject({ params: { VERSION: '2026.48' } });
  });

  it('says at the top why the engine refused', async () => {
    const state = aScene();
    state.refusals.set('runs.retry', 'Another run with this id is active.');
    const { page } = await open({ state, path: ended });

    await page.getByRole('button', { name: 'Retry', exact: true }).click();

    await page.getByRole('alert').getByText('Another run with this id is active.').waitFor();
  });
});

describe('the list of runs', () => {
  it('leaves out runs that other runs called', async () => {
    const { page, engine } = await open({ state: aScene(), path: '/runs' });
    await page.getByText('orders-etl').first().waitFor();

    engine.emit({ type: 'run.changed', run: waitingSubRun(Date.now()) });
    const fresh = { ...releaseRun(Date.now()), dagRunId: 'fresh', name: 'fresh-one' };
    engine.emit({ type: 'run.changed', run: fresh });

    await page.getByRole('link', { name: 'fresh-one' }).waitFor();
    expect(await page.getByRole('link', { name: 'deploy-region' }).count()).toBe(0);
  });
});
