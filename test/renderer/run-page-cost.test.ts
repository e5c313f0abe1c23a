import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { NodeStatus } from '#contract/status.ts';
import { drawnAnew } from './support/drawn-anew.ts';
import type { FakeState } from './support/fake-engine.ts';
import { eventually, rendererPage } from './support/renderer-page.ts';
import { aNode, aRun, ORDERS_RUN } from './support/run-fixtures.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();
const began = Date.now() - 60_000;
const run = { name: 'orders-etl', dagRunId: ORDERS_RUN };
const stepAt = (index: number, status: NodeStatus) =>
  aNode(`s${index}`, began, {
    depends: index < 4 ? [] : [`s${index - 4}`],
    status,
    ...(status === 'running' ? { from: 0 } : {}),
    ...(status === 'succeeded' ? { from: 0, to: 1 } : {}),
  });

/** The run on show with so many steps, all of which run. */
function manyRunning(count: number): FakeState {
  const state = aScene();
  const shown = state.runs.find(({ dagRunId }) => dagRunId === ORDERS_RUN);
  if (shown === undefined) throw new Error('The scene has the run.');
  const nodes = Array.from({ length: count }, (_, index) => stepAt(index, 'running'));
  Object.assign(shown, { nodes, status: 1, statusLabel: 'running', finishedAt: '' });
  return state;
}

describe('a status that changes in a large run', () => {
  it.each(['.step-row', '.graph-node'])('draws the %s of its step alone', async (selector) => {
    const { page, engine } = await open({
      state: manyRunning(120),
      path: `/runs/orders-etl/${ORDERS_RUN}?step=s0`,
    });
    await page.locator('.graph-node[data-step="s3"]').waitFor({ state: 'attached' });
    await page.locator('.step-row').filter({ hasText: 's119' }).waitFor({ state: 'attached' });

    const drawn = await drawnAnew(page, selector, async () => {
      engine.emit({ type: 'node.changed', ...run, index: 3, node: stepAt(3, 'succeeded') });
      await page.locator(selector).filter({ hasText: 'Succeeded' }).waitFor({ state: 'attached' });
    });

    expect(drawn.length).toBe(1);
    expect(drawn[0]).toContain('s3');
  });

  it.each(['.step-name', '.run-head button', '.fact-run dd'])(
    'draws no %s anew, though another step is shown',
    async (selector) => {
      const { page, engine } = await open({
        state: manyRunning(120),
        path: `/runs/orders-etl/${ORDERS_RUN}`,
      });
      await page.locator('.step-row').filter({ hasText: 's119' }).waitFor({ state: 'attached' });
      await page.locator('.step-row[aria-selected="true"]').filter({ hasText: 's0' }).waitFor();

      const drawn = await drawnAnew(page, selector, async () => {
        engine.emit({ type: 'node.changed', ...run, index: 0, node: stepAt(0, 'succeeded') });
        await page.locator('.step-row[aria-selected="true"]').filter({ hasText: 's1' }).waitFor();
      });

      expect(drawn).toEqual([]);
    },
  );

  it.each(['.step-row', '.graph-node'])('draws no %s anew while time goes by', async (selector) => {
    const path = `/runs/orders-etl/${ORDERS_RUN}?step=s0`;
    const { page } = await open({ state: manyRunning(8), path });
    const time = page.locator('.step-row .step-time').first();
    await time.waitFor();
    await page.locator(selector).nth(7).waitFor({ state: 'attached' });
    const words = await time.innerText();

    const drawn = await drawnAnew(page, selector, async () => {
      await page.clock.setFixedTime(Date.now() + 3 * 3_600_000);
      await eventually(async () => (await time.innerText()) !== words);
    });

    expect(drawn).toEqual([]);
  });

  it('changes the commands of a menu that is open', async () => {
    const state = manyRunning(8);
    const { page, engine } = await open({ state, path: `/runs/orders-etl/${ORDERS_RUN}` });
    await page.locator('.step-row[aria-selected="true"]').filter({ hasText: 's0' }).waitFor();
    await page.getByRole('button', { name: 'More actions for orders-etl' }).click();
    const retry = page.getByRole('menuitem', { name: 'Retry step' });
    await retry.getByText('The run is active').waitFor();

    const shown = state.runs.find(({ dagRunId }) => dagRunId === ORDERS_RUN);
    if (shown === undefined) throw new Error('The scene has the run.');
    const ended = {
      status: 2,
      statusLabel: 'failed',
      finishedAt: new Date().toISOString(),
    } as const;
    Object.assign(shown, ended);
    engine.emit({ type: 'run.changed', run: { ...aRun(run.name, 'failed'), ...run, ...ended } });

    await retry.getByText(/^Runs only s0, even if a step before it failed/).waitFor();
  });

  it('tells the page nothing while it turns', async () => {
    const { page } = await open({ state: manyRunning(8), path: `/runs/orders-etl/${ORDERS_RUN}` });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.locator('.step-row .turn').first().waitFor();
    await page.waitForFunction(() => document.getAnimations().length > 0);

    const told = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let count = 0;
          document.addEventListener('animationiteration', () => (count += 1), true);
          const [turning] = document.getAnimations();
          const began = Number(turning?.currentTime);
          // Two turns of 1.4 s, by the clock of the picture.
          const look = () =>
            Number(turning?.currentTime) > began + 2_800
              ? resolve(count)
              : requestAnimationFrame(look);
          look();
        }),
    );

    expect(told).toBe(0);
  });
});

describe('the steps beside a large graph', () => {
  it('cost the browser nothing while they are out of sight, and are reached all the same', async () => {
    const { page } = await open({
      state: manyRunning(400),
      path: `/runs/orders-etl/${ORDERS_RUN}?step=s200`,
    });
    const rows = page.locator('.step-row');
    await rows.nth(399).waitFor({ state: 'attached' });
    const drawn = () =>
      rows.evaluateAll((all) =>
        all.flatMap((row, index) =>
          row.checkVisibility({ contentVisibilityAuto: true }) ? [index] : [],
        ),
      );

    await eventually(async () => (await drawn()).includes(200) && (await drawn()).length < 150);
    await eventually(() => isInSight(page, 200));
    expect(await drawn()).not.toContain(0);

    await rows.nth(200).focus();
    await page.keyboard.press('Home');
    await eventually(async () => (await drawn()).includes(0) && (await drawn()).length < 150);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await eventually(() => new URL(page.url()).search === '?step=s1');
    await page.keyboard.press('End');

    await eventually(() => isInSight(page, 399));
    expect(await rows.nth(399).evaluate((row) => row === document.activeElement)).toBe(true);
  });
});

describe('a step that is shown next', () => {
  it('does not take the place of a row to which the keys go in the same moment', async () => {
    const { page } = await open({
      state: manyRunning(60),
      path: `/runs/orders-etl/${ORDERS_RUN}?step=s0`,
    });
    await page.locator('.step-row').nth(59).waitFor({ state: 'attached' });
    await page.locator('.step-row').first().focus();

    await page.evaluate(async () => {
      for (const key of ['ArrowDown', 'Enter', 'End']) {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      }
      for (let frame = 0; frame < 12; frame += 1) await new Promise(requestAnimationFrame);
    });

    await page.locator('.step-row[aria-selected="true"]').filter({ hasText: 's1' }).waitFor();
    expect(await isInSight(page, 59)).toBe(true);
  });

  it.each([
    { side: 'above', scrolled: 80, next: 1 },
    { side: 'below', scrolled: 0, next: 18 },
  ])('is brought into sight from $side by the least way', async ({ scrolled, next }) => {
    const { page, engine } = await open({
      state: manyRunning(30),
      path: `/runs/orders-etl/${ORDERS_RUN}`,
    });
    await page.setViewportSize({ width: 1280, height: 500 });
    const rows = page.locator('.step-row');
    const chosen = (name: string) =>
      page.locator('.step-row[aria-selected="true"]', { hasText: name });
    await rows.nth(29).waitFor({ state: 'attached' });
    await chosen('s0').waitFor();
    await page.locator('.step-tree').evaluate((tree, to) => (tree.scrollTop = to), scrolled);
    await eventually(async () => !(await isInSight(page, next)));

    for (let index = 0; index < next; index += 1) {
      engine.emit({ type: 'node.changed', ...run, index, node: stepAt(index, 'succeeded') });
    }
    await chosen(`s${next}`).waitFor({ state: 'attached' });

    await eventually(() => isInSight(page, next));
    const edge = await rows.nth(next).evaluate((row, isAbove) => {
      const [place, tree] = [row, row.closest('.step-tree') ?? row].map((each) =>
        each.getBoundingClientRect(),
      );
      return place && tree && (isAbove ? place.top - tree.top : tree.bottom - place.bottom);
    }, next === 1);
    expect(edge).toBeLessThan(2);
  });

  it('is brought into sight from afar without the page being laid out for it', async () => {
    const next = 250;
    const { page, engine } = await open({
      state: manyRunning(300),
      path: `/runs/orders-etl/${ORDERS_RUN}`,
    });
    const chosen = (name: string) =>
      page.locator('.step-row[aria-selected="true"]', { hasText: name });
    await chosen('s0').waitFor();
    await page.evaluate(() => {
      Element.prototype.scrollIntoView = () => document.body.classList.add('was-asked');
    });

    for (let index = 0; index < next; index += 1) {
      engine.emit({ type: 'node.changed', ...run, index, node: stepAt(index, 'succeeded') });
    }
    await chosen(`s${next}`).waitFor({ state: 'attached' });

    await eventually(() => isInSight(page, next));
    expect(await page.locator('.was-asked').count()).toBe(0);
  });
});

describe('the log of a step without output', () => {
  it('is shown without asking how the page is laid out', async () => {
    const { page } = await open({
      state: manyRunning(8),
      path: `/runs/orders-etl/${ORDERS_RUN}?step=s0`,
    });
    await page.locator('.log-note').waitFor();
    await page.evaluate(() => {
      const asked: string[] = [];
      Object.assign(window, { asked });
      for (const name of ['scrollTop', 'scrollHeight'] as const) {
        const own = Object.getOwnPropertyDescriptor(Element.prototype, name)!;
        const note = (element: Element) => element.matches('.log') && asked.push(name);
        Object.defineProperty(Element.prototype, name, {
          get(this: Element): unknown {
            note(this);
            return own.get?.call(this);
          },
          set(this: Element, value: number) {
            note(this);
            own.set?.call(this, value);
          },
        });
      }
    });

    await page.locator('.step-row').nth(3).click();
    await page.locator('.log-bar').getByText('s3', { exact: true }).waitFor();
    await page.locator('.log-note').waitFor();

    expect(await page.evaluate(() => (window as unknown as { asked: string[] }).asked)).toEqual([]);
  });
});

/** Whether the row of a step lies within the pane of the steps. */
function isInSight(page: Page, index: number): Promise<boolean> {
  return page.evaluate((at) => {
    const row = document.querySelectorAll('.step-row')[at]?.getBoundingClientRect();
    const tree = document.querySelector('.step-tree')?.getBoundingClientRect();
    return (
      row !== undefined && tree !== undefined && row.top >= tree.top && row.bottom <= tree.bottom
    );
  }, index);
}
