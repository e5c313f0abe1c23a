import { expect, it } from 'vitest';
import { createGraphView } from '../../../renderer/components/graph/graph-view.ts';
import { isFar, shownBox } from '../../../renderer/lib/graph-viewport.ts';

const layout = {
  direction: 'down',
  nodes: [],
  edges: [],
  width: 8000,
  height: 8000,
  crossings: 0,
} as const;
const view = { width: 800, height: 400 };

it('draws as steps what is near the view alone when a graph comes back from far away', () => {
  const { getState } = createGraphView();
  getState().show(layout, view);
  getState().zoomBy(0.25 / getState().viewport.zoom);
  expect(isFar(getState().viewport)).toBe(true);

  getState().zoomBy(1.7);

  const { viewport, region } = getState();
  expect(isFar(viewport)).toBe(false);
  expect(region.width / shownBox(viewport, view).width).toBeCloseTo(1.5);
});

it('draws no more than twice as wide as what is shown, however it grows', () => {
  const { getState } = createGraphView();
  getState().show(layout, view);

  for (let time = 0; time < 40; time += 1) {
    getState().zoomBy(1.03);

    const { viewport, region } = getState();
    expect(region.width / shownBox(viewport, view).width).toBeLessThan(2);
  }
});
