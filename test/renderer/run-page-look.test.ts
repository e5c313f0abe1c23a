import { describe, expect, it } from 'vitest';
import { RELEASE_RUN, WAITING_SUB_RUN } from './support/language-fixtures.ts';
import type { FakeState } from './support/fake-engine.ts';
import { eventually, rendererPage } from './support/renderer-page.ts';
import { aRun } from './support/run-fixtures.ts';
import { aScene } from './support/scene.ts';

const open = rendererPage();

describe('a status', () => {
  it.each(['light', 'dark'] as const)(
    'in the filter of runs has a glyph in the color of its word, %s',
    async (colorScheme) => {
      const { page } = await open({ state: aScene(), path: '/runs', colorScheme });
      await page.getByRole('button', { name: 'Status: Any status' }).click();
      await page.getByRole('menuitem', { name: 'Failed' }).waitFor();

      const colors = await page.locator('.menu-item .status').evaluateAll((all) =>
        all.map((status) => ({
          word: getComputedStyle(status).color,
          glyph: getComputedStyle(status.querySelector('.icon') ?? status).color,
        })),
      );

      expect(colors.length).toBeGreaterThan(4);
      expect(colors.map(({ glyph }) => glyph)).toEqual(colors.map(({ word }) => word));
      expect(new Set(colors.map(({ word }) => word)).size).toBeGreaterThan(3);
    },
  );

  it('that goes on with who is waited for has one space before those words', async () => {
    const sub = `/runs/release-train/${RELEASE_RUN}/sub/deploy-region/${WAITING_SUB_RUN}`;
    const { page } = await open({ state: aScene(), path: sub });
    const words = page.locator('.run-head .run-reason');
    await words.getByText('for you:').waitFor();

    const status = await page.locator('.run-head .status').first().boundingBox();
    const after = await words.boundingBox();

    const gap = after!.x - status!.x - status!.width;
    expect(gap).toBeGreaterThan(2);
    expect(gap).toBeLessThanOrEqual(4);
  });
});

describe('a queued run', () => {
  const path = (state: FakeState) => {
    const run = queuedRun(state);
    return `/runs/${run.name}/${run.dagRunId}`;
  };

  it('says where it stands in its queue and why, and follows that', async () => {
    const state = aScene();
    const { page, engine } = await open({ state, path: path(state) });
    const place = page.locator('.run-head .queue-place');
    await place.getByText('position 3 in queue heavy').waitFor();
    expect(await place.innerText()).toContain('· behind 2 others');
    expect(await place.getByRole('link', { name: 'heavy' }).getAttribute('href')).toBe('/queues');

    const [heavy] = state.queues;
    const queued = heavy!.queued.slice(1).map((item, at) => ({ ...item, position: at + 1 }));
    engine.state.queues = [{ ...heavy!, queued, queuedCount: 4 }, ...state.queues.slice(1)];
    engine.emit({ type: 'queue.changed', queue: 'heavy' });

    await place.getByText('position 2 in queue heavy').waitFor();
  });

  it('is removed from its queue in the words of the queues', async () => {
    const state = aScene();
    const { page, engine } = await open({ state, path: path(state) });
    await page.getByRole('button', { name: 'Remove from queue…' }).click();
    await page.getByText('Remove pricing-model from its queue').waitFor();
    await page
      .getByText(/^It has been waiting for 24m.* and will not run\. Its record stays/)
      .waitFor();

    await page.getByRole('button', { name: 'Remove run' }).click();

    await eventually(() => engine.state.calls.some(({ name }) => name === 'runs.dequeue'));
    expect(engine.state.calls.some(({ name }) => name === 'runs.stop')).toBe(false);
  });
});

/** The third run of a queue, with a record. */
function queuedRun(state: FakeState) {
  const item = state.queues[0]?.queued[2];
  if (item === undefined) throw new Error('The scene has a queue.');
  Object.assign(item, { reason: `behind ${item.position - 1} others` });
  const { name, dagRunId, queuedAt } = item;
  const run = aRun(name, 'queued', { dagRunId, queuedAt });
  state.runs.unshift({ ...run, nodes: [], attempt: 1, preconditions: [] });
  return run;
}
