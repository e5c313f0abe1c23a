import { describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { eventually, rendererPage } from './support/renderer-page.ts';
import { aNode, ORDERS_RUN } from './support/run-fixtures.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();
const path = `/runs/orders-etl/${ORDERS_RUN}`;
const graph = (page: Page) => page.getByRole('group', { name: /^Graph of/ });
const step = (page: Page, name: string) => page.locator(`.graph [data-step="${name}"]`);
const timeline = (page: Page) => page.getByRole('region', { name: /^Timeline of/ });
const row = (page: Page, name: string) => page.locator(`.timeline-name[title="${name}"]`);
const inTree = (page: Page, name: string) =>
  page.getByRole('treeitem', { name: new RegExp(`\\b${name}\\b`) });

describe('the graph of a long run', () => {
  it('begins at the step of the address', async () => {
    const { page } = await open({ state: aLongRun(), path: `${path}?step=s150` });

    await eventually(() => isWithin(step(page, 's150'), graph(page)));
  });

  it('does not show that step below the picture of the whole', async () => {
    const state = aLongRun();
    const nodes = state.runs[0]!.nodes.map((node, at) => {
      const depends = at < 4 ? [] : [`s${at - 4}`];
      return { ...node, step: { ...node.step, depends } };
    });
    Object.assign(state.runs[0]!, { nodes });
    const { page } = await open({ state, path: `${path}?step=s151` });
    await eventually(() => isWithin(step(page, 's151'), graph(page)));

    const map = await page.locator('.graph-minimap').boundingBox();
    const own = await step(page, 's151').boundingBox();
    expect(own!.x + own!.width).toBeGreaterThan(map!.x);
    expect(own!.y + own!.height).toBeLessThanOrEqual(map!.y);
  });

  it('moves no more than it has to for the next step and the one before', async () => {
    const { page } = await open({ state: aLongRun(), path: `${path}?step=s150` });
    await eventually(() => isWithin(step(page, 's150'), graph(page)));
    const before = await topOf(step(page, 's150'));

    await page.keyboard.press('k');
    await inTree(page, 's149').and(page.locator('[aria-selected=true]')).waitFor();
    await eventually(() => isWithin(step(page, 's149'), graph(page)));
    expect(await topOf(step(page, 's150'))).toBe(before);

    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await eventually(() => isWithin(step(page, 's151'), graph(page)));
    expect(await topOf(step(page, 's151'))).toBeGreaterThan((await topOf(graph(page))) + 100);
  });

  it('shows a step that is pressed in the tree, wherever it was moved to before', async () => {
    const { page } = await open({ state: aLongRun(), path: `${path}?step=s0` });
    await eventually(() => isWithin(step(page, 's0'), graph(page)));
    await graph(page).hover();
    await page.mouse.wheel(0, 3000);
    await eventually(async () => !(await isWithin(step(page, 's0'), graph(page))));

    await inTree(page, 's3').click();

    await eventually(() => isWithin(step(page, 's3'), graph(page)));
  });

  it('shows the failed step at which the page begins', async () => {
    const { page } = await open({ state: aLongRun('failed'), path });

    await eventually(() => isWithin(step(page, 's180'), graph(page)));
  });

  it('shows the failed step with e', async () => {
    const { page } = await open({ state: aLongRun('failed'), path: `${path}?step=s0` });
    await eventually(() => isWithin(step(page, 's0'), graph(page)));

    await page.keyboard.press('e');

    await eventually(() => isWithin(step(page, 's180'), graph(page)));
  });

  it('stays at its beginning while nobody has chosen a step', async () => {
    const { page } = await open({ state: aLongRun(), path });
    await page.getByRole('treeitem', { selected: true }).waitFor();

    await eventually(() => isWithin(step(page, 's0'), graph(page)));
  });
});

describe('the timeline of a long run', () => {
  it('shows the row of the step of the address, and of those that keys choose', async () => {
    const { page } = await open({ state: aLongRun(), path: `${path}?step=s150` });
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await eventually(() => isWithin(row(page, 's150'), timeline(page)));
    const scrolled = await timeline(page).evaluate((element) => element.scrollTop);

    await page.keyboard.press('k');
    await page.locator('.timeline-name[title="s149"][aria-pressed=true]').waitFor();
    expect(await timeline(page).evaluate((element) => element.scrollTop)).toBe(scrolled);

    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.locator('.timeline-name[title="s151"][aria-pressed=true]').waitFor();
    await eventually(() => isWithin(row(page, 's151'), timeline(page)));
    expect(await timeline(page).evaluate((element) => element.scrollTop)).toBe(scrolled + 20);
  });

  it('shows a row above those in sight below the times', async () => {
    const { page } = await open({ state: aLongRun(), path: `${path}?step=s150` });
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await eventually(() => isWithin(row(page, 's150'), timeline(page)));

    await inTree(page, 's3').click();

    await eventually(() => isWithin(row(page, 's3'), timeline(page)));
    const axis = await page.locator('.timeline-axis').boundingBox();
    expect(await topOf(row(page, 's3'))).toBeGreaterThanOrEqual(axis!.y + axis!.height);
  });
});

/** Two hundred steps, each after the one before; of a run that failed the last ones did not run. */
function aLongRun(status: 'running' | 'failed' = 'running') {
  const state = aScene();
  const began = Date.now() - 60_000;
  const nodes = Array.from({ length: 200 }, (_, at) => {
    const own = status === 'failed' && at === 180 ? 'failed' : 'succeeded';
    const seed = { depends: at === 0 ? [] : [`s${at - 1}`], status: own, from: at, to: at + 1 };
    return aNode(`s${at}`, began, { ...seed, status: own });
  });
  const end = status === 'failed' ? { status: 2, finishedAt: new Date().toISOString() } : {};
  Object.assign(state.runs[0]!, { nodes, statusLabel: status, ...end });
  return state;
}

async function isWithin(inner: Locator, outer: Locator): Promise<boolean> {
  if ((await inner.count()) === 0) return false;
  const [one, other] = await Promise.all([inner.boundingBox(), outer.boundingBox()]);
  if (one === null || other === null) return false;
  const isAcross = one.x >= other.x && one.x + one.width <= other.x + other.width;
  return isAcross && one.y >= other.y && one.y + one.height <= other.y + other.height;
}

async function topOf(one: Locator): Promise<number> {
  const box = await one.boundingBox();
  return Math.round(box?.y ?? 0);
}
