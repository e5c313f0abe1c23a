import { useEffect, useMemo, useState } from 'react';
import { isBetter, readableZoom, type Size } from '../../lib/graph-fit.ts';
import type { GraphLayout, GraphStep } from '../../lib/graph-model.ts';
import type { ChosenLayout, LayoutTask } from '../../lib/quick-layout.ts';
import type { GraphView } from './graph-view.ts';
import { layoutGraph } from './layout-graph.ts';
import { layoutAtOnce, layoutInWorker } from './quick-worker.ts';

/** For more the thorough layout would take seconds, and change a picture that is being read. */
const MAX_THOROUGH = { steps: 150, edges: 400 };

interface GraphForm {
  readonly steps: readonly GraphStep[];
  readonly nodeWidth: number;
  readonly hasLabels: boolean;
}

/**
 * The layout of a graph for a view: a quick one at once, and a thorough one after it where that is better and nobody has
 * touched the graph yet. The old one stays until the new one is there.
 */
export function useGraphLayout(form: GraphForm, size: Size, view: GraphView) {
  const { steps, nodeWidth, hasLabels } = form;
  const [layout, setLayout] = useState<GraphLayout>();
  const key = useMemo(() => JSON.stringify(steps), [steps]);
  // A status changes often and a shape seldom: steps that say the same are the same.
  const stable = useMemo(() => JSON.parse(key) as readonly GraphStep[], [key]);
  const { width, height } = size;
  useEffect(() => {
    if (width === 0 || height === 0) return undefined;
    const task: LayoutTask = { steps: stable, view: { width, height }, nodeWidth, hasLabels };
    let isCurrent = true;
    const show = (quick: ChosenLayout) => {
      view.getState().untouch();
      setLayout(quick.layout);
      void thorough(task, quick).then((better) => {
        if (isCurrent && better !== undefined && !view.getState().wasTouched) setLayout(better);
      });
    };
    const quick = layoutAtOnce(task);
    if (quick !== undefined) show(quick);
    const giveUp = quick === undefined ? layoutInWorker(task, show) : undefined;
    return () => {
      isCurrent = false;
      giveUp?.();
    };
  }, [stable, width, height, nodeWidth, hasLabels, view]);
  return layout;
}

/** What the layout engine makes of the same shape, if that is better. */
async function thorough({ steps, view }: LayoutTask, { layout, options }: ChosenLayout) {
  const isSmall = steps.length <= MAX_THOROUGH.steps && layout.edges.length <= MAX_THOROUGH.edges;
  const isPerfect = layout.crossings === 0 && readableZoom(layout, view) === 1;
  if (!isSmall || isPerfect) return undefined;
  try {
    const other = await layoutGraph(steps, options);
    return isBetter(other, layout, view) ? other : undefined;
  } catch {
    // A ring, which a broken text may hold, is none of its business; the quick picture stays.
    return undefined;
  }
}
