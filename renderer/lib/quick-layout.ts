import { columnsOf } from './graph-columns.ts';
import { drawGraph } from './graph-draw.ts';
import { readableZoom, type Size } from './graph-fit.ts';
import { layerDepth, stepHeight, type GraphLayout, type GraphStep } from './graph-model.ts';
import type { LayoutOptions } from './graph-model.ts';
import { orderLayers, type OrderedGraph } from './graph-order.ts';

type Shape = Omit<LayoutOptions, 'nodeWidth'>;

const shapes: readonly [Shape, ...Shape[]] = [
  { direction: 'down', layerGap: 36, columnGap: 16 },
  { direction: 'down', layerGap: 20, columnGap: 16 },
  { direction: 'down', layerGap: 36, columnGap: 8 },
  { direction: 'down', layerGap: 20, columnGap: 8 },
  { direction: 'right', layerGap: 40, columnGap: 12 },
];

/** Words beside edges need room before each step. */
const shapesForLabels: readonly [Shape, ...Shape[]] = [
  { direction: 'down', layerGap: 36, columnGap: 16 },
  { direction: 'down', layerGap: 36, columnGap: 8 },
  { direction: 'right', layerGap: 128, columnGap: 12 },
];

/** What a graph is laid out for. */
export interface LayoutTask {
  readonly steps: readonly GraphStep[];
  readonly view: Size;
  readonly nodeWidth: number;
  readonly hasLabels: boolean;
}

export interface ChosenLayout {
  readonly layout: GraphLayout;
  readonly options: LayoutOptions;
}

/** Roomy where it fits, tighter where that shows more, left to right where that shows most. */
export function quickLayout({ steps, view, nodeWidth, hasLabels }: LayoutTask): ChosenLayout {
  const graph = orderLayers(steps);
  const [roomy, ...others] = hasLabels ? shapesForLabels : shapes;
  const first = { ...roomy, nodeWidth };
  let best = { layout: place(steps, graph, first), options: first };
  for (const shape of others) {
    const options = { ...shape, nodeWidth };
    const zoom = readableZoom(best.layout, view);
    // To place what cannot come out larger would double the time of large graphs.
    if (zoom === 1 || readableZoom(leastSize(graph, options, steps.length), view) <= zoom) continue;
    const layout = place(steps, graph, options);
    if (readableZoom(layout, view) > zoom) best = { layout, options };
  }
  return best;
}

/** No layout of this shape is smaller. */
function leastSize(graph: OrderedGraph, options: LayoutOptions, count: number): Size {
  const { direction, nodeWidth, layerGap, columnGap } = options;
  const steps = graph.layers.reduce(
    (most, layer) => Math.max(most, layer.filter((item) => item < count).length),
    0,
  );
  const along = graph.layers.length * (layerDepth(options) + layerGap) - layerGap;
  return direction === 'down'
    ? { width: steps * (nodeWidth + columnGap) - columnGap, height: along }
    : { width: along, height: steps * (stepHeight({ isCall: false }) + columnGap) - columnGap };
}

function place(
  steps: readonly GraphStep[],
  graph: OrderedGraph,
  options: LayoutOptions,
): GraphLayout {
  const { direction, nodeWidth, layerGap, columnGap } = options;
  const isDown = direction === 'down';
  const depth = layerDepth(options);
  const pitch = depth + layerGap;
  const sizeOf = (item: number) => {
    const step = steps[item];
    if (step === undefined) return 0;
    return isDown ? nodeWidth : stepHeight(step);
  };
  const centers = columnsOf(graph, { sizeOf, columnGap });
  const nodes = steps.map((step, item) => {
    const along = (graph.layerOf[item] ?? 0) * pitch;
    const across = (centers[item] ?? 0) - sizeOf(item) / 2;
    const [x, y] = isDown ? [across, along] : [along, across];
    return { name: step.name, x, y, width: nodeWidth, height: stepHeight(step) };
  });
  const name = (item: number) => steps[item]?.name ?? '';
  const routes = graph.routes.map(({ from, to, through }) => ({
    from: name(from),
    to: name(to),
    first: graph.layerOf[from] ?? 0,
    columns: through.map((item) => ({
      layer: graph.layerOf[item] ?? 0,
      column: centers[item] ?? 0,
    })),
  }));
  return drawGraph(nodes, routes, { direction, pitch, depth });
}
