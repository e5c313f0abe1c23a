import { edgePath, type GraphDirection, type GraphLayout, type GraphPoint } from './graph-model.ts';
import type { GraphStep, PlacedNode } from './graph-model.ts';
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

interface LayerOptions {
  readonly direction: GraphDirection;
  /** From the beginning of a layer to the beginning of the next. */
  readonly pitch: number;
  /** How deep a layer is drawn; an edge runs straight through that much. */
  readonly depth: number;
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
  const { direction, pitch, depth } = options;
  const isDown = direction === 'down';
  const bands = bandsOf(raw.nodes, layers, isDown);
  const across = squeeze(columnsOf(raw, isDown), options.columnGap);
  const nodes = raw.nodes.map((node) => {
    const start = (layers.get(node.name) ?? 0) * pitch;
    return isDown
      ? { ...node, x: across(node.x), y: start }
      : { ...node, x: start, y: across(node.y) };
  });
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const edges = raw.edges.flatMap(({ from, to, bends }) => {
    const [source, target] = [byName.get(from), byName.get(to)];
    if (source === undefined || target === undefined) return [];
    const [first, last] = [layers.get(from) ?? 0, layers.get(to) ?? 0];
    const through = throughPoints(bends, bands, { first, last, isDown, pitch, depth, across });
    const points = [exit(source, isDown), ...through, entry(target, isDown)];
    return [{ from, to, path: edgePath(points, direction) }];
  });
  const width = Math.max(0, ...nodes.map((node) => node.x + node.width));
  const height = Math.max(0, ...nodes.map((node) => node.y + node.height));
  return { direction, width, height, nodes, edges };
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
  readonly pitch: number;
  readonly depth: number;
  readonly across: (place: number) => number;
}

/** A long edge runs straight through each layer that it passes, in the column that the engine kept free. */
function throughPoints(
  bends: readonly GraphPoint[],
  bands: readonly Band[],
  { first, last, isDown, pitch, depth, across }: Way,
): readonly GraphPoint[] {
  const points: GraphPoint[] = [];
  for (let layer = first + 1; layer < last; layer++) {
    const band = bands[layer];
    const bend = bends.find((one) => band && isInside(isDown ? one.y : one.x, band));
    if (bend === undefined) continue;
    const start = layer * pitch;
    const column = across(isDown ? bend.x : bend.y);
    points.push(
      isDown ? { x: column, y: start } : { x: start, y: column },
      isDown ? { x: column, y: start + depth } : { x: start + depth, y: column },
    );
  }
  return points;
}

function isInside(place: number, band: Band): boolean {
  return place >= band.from - 1 && place <= band.to + 1;
}

function exit(node: PlacedNode, isDown: boolean): GraphPoint {
  return isDown
    ? { x: node.x + node.width / 2, y: node.y + node.height }
    : { x: node.x + node.width, y: node.y + node.height / 2 };
}

function entry(node: PlacedNode, isDown: boolean): GraphPoint {
  return isDown
    ? { x: node.x + node.width / 2, y: node.y }
    : { x: node.x, y: node.y + node.height / 2 };
}
