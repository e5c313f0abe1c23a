import { describe, expect, it } from 'vitest';
import type { NodeStatus } from '#contract/status.ts';
import { drawnAnew } from './support/drawn-anew.ts';
import type { FakeState } from './support/fake-engine.ts';
import { rendererPage } from './support/renderer-page.ts';
import { aNode, ORDERS_RUN } from './support/run-fixtures.ts';
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
});
