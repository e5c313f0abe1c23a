import type { GraphDirection, GraphLayout, GraphPoint } from './graph-model.ts';
import type { GraphStep, PlacedNode } from './graph-model.ts';
import { drawGraph, type LayerShape } from './graph-draw.ts';
import { squeeze } from './graph-squeeze.ts';

/** Where a layout engine put things. Bends are points between the ends of an edge. */
export interface RawLayout {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly {
    readonly from: string;
    readonly to: string;
    readonly bends: readonly GraphPoint[];
  }[];
}

interface LayerOptions extends LayerShape {
  readonly direction: GraphDirection;
  /** Between two steps of one layer. */
  readonly columnGap: number;
}

interface Band {
  readonly from: number;
  readonly to: number;
}

/** How many steps stand before each one on the longest way to it. */
export function layersOf(steps: readonly GraphStep[]): ReadonlyMap<string, number> {
  const byName = new Map(steps.map((step) => [step.name, step]));
  const layers = new Map<string, number>();
  const visit = (name: string): number => {
    const known = layers.get(name);
    if (known !== undefined) return known;
    // A ring, which a broken text may hold, ends at the step where it began.
    layers.set(name, 0);
    const before = (byName.get(name)?.depends ?? []).map(visit);
    const layer = before.length === 0 ? 0 : Math.max(...before) + 1;
    layers.set(name, layer);
    return layer;
  };
  steps.forEach((step) => visit(step.name));
  return layers;
}

/**
 * Puts layers at an even pitch. A layout engine leaves more room where edges are steep; here they curve, and an even
 * rhythm is easier to read. Places within a layer stay as the engine chose them.
 */
export function evenLayers(
  raw: RawLayout,
  layers: ReadonlyMap<string, number>,
  options: LayerOptions,
): GraphLayout {
  const { direction, pitch } = options;
  const isDown = direction === 'down';
  const bands = bandsOf(raw.nodes, layers, isDown);
  const across = squeeze(columnsOf(raw, isDown), options.columnGap);
  const nodes = raw.nodes.map((node) => {
    const start = (layers.get(node.name) ?? 0) * pitch;
    return isDown
      ? { ...node, x: across(node.x), y: start }
      : { ...node, x: start, y: across(node.y) };
  });
  const routes = raw.edges.map(({ from, to, bends }) => {
    const [first, last] = [layers.get(from) ?? 0, layers.get(to) ?? 0];
    return {
      from,
      to,
      first,
      columns: columnsThrough(bends, bands, { first, last, isDown, across }),
    };
  });
  return drawGraph(nodes, routes, options);
}

/** What stands where across the graph: steps, and the columns of long edges. */
function columnsOf(raw: RawLayout, isDown: boolean): readonly Band[] {
  const steps = raw.nodes.map((node) => {
    const from = isDown ? node.x : node.y;
    return { from, to: from + (isDown ? node.width : node.height) };
  });
  const edges = raw.edges.flatMap(({ bends }) =>
    bends.map((bend) => {
      const place = isDown ? bend.x : bend.y;
      return { from: place, to: place };
    }),
  );
  return [...steps, ...edges];
}

/** Where each layer was along the direction of the graph. */
function bandsOf(
  nodes: readonly PlacedNode[],
  layers: ReadonlyMap<string, number>,
  isDown: boolean,
): readonly Band[] {
  const bands: Band[] = [];
  for (const node of nodes) {
    const layer = layers.get(node.name) ?? 0;
    const from = isDown ? node.y : node.x;
    const to = from + (isDown ? node.height : node.width);
    const band = bands[layer] ?? { from, to };
    bands[layer] = { from: Math.min(band.from, from), to: Math.max(band.to, to) };
  }
  return bands;
}

interface Way {
  readonly first: number;
  readonly last: number;
  readonly isDown: boolean;
  readonly across: (place: number) => number;
}

/** The column that the engine kept free for a long edge, in each layer that it passes. */
function columnsThrough(
  bends: readonly GraphPoint[],
  bands: readonly Band[],
  { first, last, isDown, across }: Way,
): readonly { readonly layer: number; readonly column: number }[] {
  const columns = [];
  for (let layer = first + 1; layer < last; layer++) {
    const band = bands[layer];
    const bend = bends.find((one) => band && isInside(isDown ? one.y : one.x, band));
    if (bend !== undefined) columns.push({ layer, column: across(isDown ? bend.x : bend.y) });
  }
  return columns;
}

function isInside(place: number, band: Band): boolean {
  return place >= band.from - 1 && place <= band.to + 1;
}
