import { useEffect, useMemo, useState } from 'react';
import { bestOf, fittingZoom } from '../../lib/graph-fit.ts';
import type { GraphLayout, GraphStep } from '../../lib/graph-model.ts';
import { layoutGraph, type LayoutOptions } from './layout-graph.ts';

interface View {
  readonly width: number;
  readonly height: number;
}

const shapes: readonly Omit<LayoutOptions, 'nodeWidth'>[] = [
  { direction: 'down', layerGap: 36, columnGap: 16 },
  { direction: 'down', layerGap: 20, columnGap: 16 },
  { direction: 'down', layerGap: 36, columnGap: 8 },
  { direction: 'down', layerGap: 20, columnGap: 8 },
  { direction: 'right', layerGap: 40, columnGap: 12 },
];

/** Words beside edges need room before each step. */
const shapesForLabels: typeof shapes = [
  { direction: 'down', layerGap: 36, columnGap: 16 },
  { direction: 'down', layerGap: 36, columnGap: 8 },
  { direction: 'right', layerGap: 128, columnGap: 12 },
];

/** The layout of a graph for a view; the old one stays until the new one is there. */
export function useGraphLayout(
  steps: readonly GraphStep[],
  view: View,
  look: { readonly nodeWidth: number; readonly hasLabels: boolean },
): GraphLayout | undefined {
  const { nodeWidth, hasLabels } = look;
  const [layout, setLayout] = useState<GraphLayout>();
  const key = JSON.stringify(steps);
  // A status changes often and a shape seldom: steps that say the same are the same.
  const stable = useMemo(() => JSON.parse(key) as readonly GraphStep[], [key]);
  useEffect(() => {
    let isCurrent = true;
    if (view.width === 0 || view.height === 0) return undefined;
    void bestLayout(stable, view, { nodeWidth, hasLabels }).then(
      (next) => isCurrent && next && setLayout(next),
      // A graph that cannot be laid out keeps its old picture; the problems of its text are shown beside it.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [stable, view, nodeWidth, hasLabels]);
  return layout;
}

const cache = new Map<string, Promise<GraphLayout>>();

/** Roomy where it fits, tighter where that shows more, left to right where that shows most. */
async function bestLayout(
  steps: readonly GraphStep[],
  view: View,
  { nodeWidth, hasLabels }: { readonly nodeWidth: number; readonly hasLabels: boolean },
) {
  const tried: GraphLayout[] = [];
  for (const shape of hasLabels ? shapesForLabels : shapes) {
    const layout = await cached(steps, { ...shape, nodeWidth });
    if (fittingZoom(layout, view) === 1) return layout;
    tried.push(layout);
  }
  return bestOf(tried, view);
}

function cached(steps: readonly GraphStep[], options: LayoutOptions): Promise<GraphLayout> {
  const key = JSON.stringify([steps, options]);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const layout = layoutGraph(steps, options);
  cache.set(key, layout);
  const oldest = cache.keys().next().value;
  if (cache.size > 24 && oldest !== undefined) cache.delete(oldest);
  return layout;
}
