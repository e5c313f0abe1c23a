import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { violationsOf } from '../support/axe.ts';
import { drawnAnew } from './support/drawn-anew.ts';
import type { FakeState } from './support/fake-engine.ts';
import { eventually, rendererPage } from './support/renderer-page.ts';
import { aNode, ORDERS_RUN } from './support/run-fixtures.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();
const path = `/runs/orders-etl/${ORDERS_RUN}`;
const LAYERS = 16;
const WIDTH = 25;

/** The run on show, with so many layers of 25 steps. */
function largeScene(layers = LAYERS): FakeState {
  const state = aScene();
  const began = Date.now() - 60_000;
  const run = state.runs.find(({ dagRunId }) => dagRunId === ORDERS_RUN);
  if (run === undefined) throw new Error('The scene has the run.');
  const nodes = Array.from({ length: layers * WIDTH }, (_, index) => {
    const [layer, place] = [Math.floor(index / WIDTH), index % WIDTH];
    const depends = layer === 0 ? [] : [`s${index - WIDTH}`, `s${index - place - 1}`];
    return aNode(`s${index}`, began, { depends, status: 'succeeded', from: 0, to: 1 });
  });
  Object.assign(run, { nodes });
  return state;
}

const graph = (page: Page) => page.getByRole('group', { name: /^Graph of/ });
const step = (page: Page, name: string) => page.locator(`.graph [data-step="${name}"]`);

/** Whether an element lies within the pane of the graph. */
async function isSeen(page: Page, name: string): Promise<boolean> {
  const [inner, outer] = await Promise.all([
    step(page, name).boundingBox(),
    graph(page).boundingBox(),
  ]);
  if (inner === null || outer === null) return false;
  const isAcross = inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width;
  return isAcross && inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
}

describe('a graph', () => {
  it('says of a step what its edges show', async () => {
    const { page } = await open({ state: aScene(), path });

    const described = step(page, 'extract-orders').and(
      page.locator('[aria-description="depends on check-sources"]'),
    );

    await described.waitFor();
    expect(await step(page, 'check-sources').getAttribute('aria-description')).toBeNull();
  });
});

describe('a large graph', () => {
  it('draws what is near the view alone, and all of it as boxes in color when it fits', async () => {
    const { page } = await open({ state: largeScene(), path });
    await page.locator('.graph-node').first().waitFor({ state: 'attached' });
    expect(await page.locator('.graph-node').count()).toBeLessThan(300);

    await page.getByRole('button', { name: 'Zoom to fit' }).click();

    await page.locator('.graph-far').waitFor();
    const boxes = await page.locator('.graph-ground .box-ok').boundingBox();
    const pane = await graph(page).boundingBox();
    expect(boxes?.x).toBeGreaterThanOrEqual(pane?.x ?? 0);
    expect(boxes?.y).toBeGreaterThanOrEqual(pane?.y ?? 0);
    expect((boxes?.y ?? 0) + (boxes?.height ?? 0)).toBeLessThanOrEqual(
      (pane?.y ?? 0) + (pane?.height ?? 0) + 1,
    );
    expect(await page.locator('.graph-node').count()).toBeLessThan(4);
    await expectClean(page);
  });

  it('is no picture of its own while it is zoomed, and draws no button anew for it', async () => {
    const { page } = await open({ state: largeScene(), path });
    await page.locator('.graph-node').first().waitFor({ state: 'attached' });
    await graph(page).hover();
    await page.evaluate(() => {
      const moves: string[] = [];
      Object.assign(window, { moves });
      const pane = document.querySelector<HTMLElement>('.graph')!;
      const look = () => moves.push(String('moving' in pane.dataset));
      new MutationObserver(look).observe(pane, { attributeFilter: ['data-moving'] });
    });
    const moves = () => page.evaluate(() => (window as unknown as { moves: string[] }).moves);
    const words = page.locator('.zoom-words');
    const before = await words.textContent();

    await page.keyboard.down('Control');
    const drawn = await drawnAnew(page, '.graph-zoom button', async () => {
      for (let time = 0; time < 5; time += 1) await page.mouse.wheel(0, -8);
      await eventually(async () => (await words.textContent()) !== before);
    });
    await page.keyboard.up('Control');

    expect(drawn).toEqual([]);
    expect(await moves()).toEqual([]);
    await page.mouse.wheel(0, 8);
    await eventually(async () => (await moves()).includes('true'));
  });

  it('opens a step that is pressed from far away', async () => {
    const { page } = await open({ state: largeScene(), path: `${path}?step=s300` });
    await page.locator('.graph-node').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Zoom to fit' }).click();
    await page.locator('.graph-far').waitFor();
    const boxes = await page.locator('.graph-ground .box-ok').boundingBox();

    const corner = { x: (boxes?.x ?? 0) + 2, y: (boxes?.y ?? 0) + 1 };
    const ground = page.locator('.graph-canvas');
    const pane = await ground.boundingBox();
    // The steps of the first layer stand at the top: the first one that is hit is opened.
    const width = boxes?.width ?? 0;
    for (let part = 0; part < 1 && new URL(page.url()).search === '?step=s300'; part += 0.01) {
      await page.mouse.click(corner.x + part * width, Math.max(corner.y, (pane?.y ?? 0) + 1));
    }

    expect(new URL(page.url()).search).toMatch(/^\?step=s\d{1,2}$/);
  });

  it('finds a step by its name from far away, and gives it the focus', async () => {
    const { page } = await open({ state: largeScene(), path });
    await page.locator('.graph-node').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Zoom to fit' }).click();
    await page.locator('.graph-far').waitFor();
    await graph(page).locator('[tabindex="0"]').focus();

    await page.keyboard.press('Control+f');
    await page.keyboard.type('s39');
    await page.getByText('1 of 11').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Enter');
    await page.getByText('2 of 11').waitFor();
    await eventually(() => isSeen(page, 's390'));
    expect(await page.locator('.graph-far').count()).toBe(0);
    await expectClean(page);
    await page.keyboard.press('Escape');

    expect(await focusedStep(page)).toBe('s390');
    expect(await page.getByRole('textbox', { name: 'Find a step' }).count()).toBe(0);
  });

  it('is one stop of Tab, whose arrows follow the edges and whose Enter opens', async () => {
    const { page } = await open({ state: largeScene(), path: `${path}?step=s30` });
    await step(page, 's30').waitFor({ state: 'attached' });
    expect(await page.locator('.graph [tabindex="0"]').count()).toBe(1);
    await step(page, 's30').focus();

    for (let time = 0; time < 12; time += 1) await page.keyboard.press('ArrowDown');

    const reached = await focusedStep(page);
    expect(Number(reached?.slice(1))).toBeGreaterThanOrEqual(30 + 12 * WIDTH - WIDTH);
    await eventually(() => isSeen(page, reached ?? ''));
    await page.keyboard.press('Enter');
    await eventually(() => new URL(page.url()).search === `?step=${reached}`);
  });

  it('shows in a small map where it is, and goes where the map is pressed', async () => {
    const { page } = await open({ state: largeScene(), path });
    const map = page.locator('.graph-minimap');
    await map.waitFor();
    const at = () => page.locator('.minimap-frame').getAttribute('y').then(Number);
    const before = await at();

    await map.click({ position: { x: 70, y: 80 } });

    await eventually(async () => (await at()) > before + 500);
  });

  it('shows a name whole where it has room without the time, which then gives way', async () => {
    const state = aScene();
    const run = state.runs.find(({ dagRunId }) => dagRunId === ORDERS_RUN) ?? expect.fail('no run');
    const named = (name: string) =>
      aNode(name, Date.now() - 900_000, { status: 'succeeded', from: 0, to: 754 });
    Object.assign(run, { nodes: [named('extract-orders-eu'), named('load')] });
    const { page } = await open({ state, path });
    await page.locator('.graph-node').nth(1).waitFor();

    const looks = await page.locator('.graph-node').evaluateAll((nodes) =>
      nodes.map((node) => {
        const name = node.querySelector('.node-name')!;
        const detail = node.querySelector('.node-detail')!.getBoundingClientRect();
        const isBeside = detail.top < node.getBoundingClientRect().bottom;
        return { isWhole: name.scrollWidth <= name.clientWidth, isBeside };
      }),
    );

    expect(looks).toEqual([
      { isWhole: true, isBeside: false },
      { isWhole: true, isBeside: true },
    ]);
  });

  it('draws again only the steps whose status changed', async () => {
    const { page, engine } = await open({ state: largeScene(), path });
    await page.locator('.graph-node').first().waitFor({ state: 'attached' });
    await page.evaluate(() => {
      const changed = new Set<string>();
      Object.assign(window, { changed });
      new MutationObserver((records) => {
        for (const { target } of records) {
          const element = target instanceof Element ? target : target.parentElement;
          const name = element?.closest<HTMLElement>('[data-step]')?.dataset['step'];
          if (name !== undefined) changed.add(name);
        }
      }).observe(document.querySelector('.graph')!, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
    });
    const shown = await page
      .locator('.graph-node')
      .evaluateAll((nodes) =>
        nodes.slice(0, 5).map((node) => (node as HTMLElement).dataset['step'] ?? ''),
      );
    const run =
      engine.state.runs.find(({ dagRunId }) => dagRunId === ORDERS_RUN) ?? expect.fail('no run');

    for (const name of shown) {
      const node = aNode(name, Date.now(), { status: 'failed', from: 0, to: 1 });
      const index = Number(name.slice(1));
      // Who asks anew is told the same.
      run.nodes.splice(index, 1, node);
      engine.emit({ type: 'node.changed', name: 'orders-etl', dagRunId: ORDERS_RUN, index, node });
    }
    await eventually(async () => (await page.locator('.graph .node-failed').count()) === 5);

    const changed = await page.evaluate(() => [
      ...(window as unknown as { changed: Set<string> }).changed,
    ]);
    expect(changed.toSorted()).toEqual(shown.toSorted());
  });

  it('keeps what a person moved, whatever comes later', async () => {
    const { page } = await open({ state: largeScene(5), path });
    await page.locator('.graph-node').first().waitFor({ state: 'attached' });
    const ground = page.locator('.graph-ground');
    await graph(page).hover();
    await page.mouse.wheel(0, 60);
    await eventually(async () => (await ground.getAttribute('style')) !== null);
    await page.mouse.wheel(0, 60);
    const moved = await ground.getAttribute('style');

    await page.setViewportSize({ width: 1100, height: 800 });

    await eventually(async () => ((await graph(page).boundingBox())?.width ?? 0) < 900);
    expect(await ground.getAttribute('style')).toBe(moved);
  });
});

function focusedStep(page: Page): Promise<string | undefined> {
  return page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['step']);
}

async function expectClean(page: Page): Promise<void> {
  const violations = await violationsOf(page, { include: ['.graph'] });
  expect(violations.map(({ id }) => id)).toEqual([]);
}
