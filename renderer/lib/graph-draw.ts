import { crossings, type Strand } from './graph-crossings.ts';
import { edgePath, type GraphBox, type GraphDirection, type GraphLayout } from './graph-model.ts';
import type { GraphPoint, PlacedNode } from './graph-model.ts';

export interface LayerShape {
  readonly direction: GraphDirection;
  /** From the beginning of a layer to the beginning of the next. */
  readonly pitch: number;
  /** How deep a layer is drawn; an edge runs straight through that much. */
  readonly depth: number;
}

interface DrawnRoute {
  readonly from: string;
  readonly to: string;
  /** The layer in which it begins. */
  readonly first: number;
  /** Where it runs straight through the layers that it passes. */
  readonly columns: readonly { readonly layer: number; readonly column: number }[];
}

/** Steps that have their places, and the edges between them. */
export function drawGraph(
  nodes: readonly PlacedNode[],
  routes: readonly DrawnRoute[],
  shape: LayerShape,
): GraphLayout {
  const { direction } = shape;
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const strands: Strand[][] = [];
  const edges = routes.flatMap((route) => {
    const { from, to, first } = route;
    const [source, target] = [byName.get(from), byName.get(to)];
    if (source === undefined || target === undefined) return [];
    const points = pointsOf(route, [source, target], shape);
    gather(points, first, { strands, direction });
    return [{ from, to, path: edgePath(points, direction), box: boxOf(points) }];
  });
  const reach = (end: (node: PlacedNode) => number) =>
    nodes.reduce((most, node) => Math.max(most, end(node)), 0);
  return {
    direction,
    width: reach((node) => node.x + node.width),
    height: reach((node) => node.y + node.height),
    nodes,
    edges,
    crossings: strands.reduce((count, between) => count + crossings(between), 0),
  };
}

function pointsOf(
  { columns }: DrawnRoute,
  [source, target]: readonly [PlacedNode, PlacedNode],
  { direction, pitch, depth }: LayerShape,
): readonly GraphPoint[] {
  const isDown = direction === 'down';
  const through = columns.flatMap(({ layer, column }) =>
    [layer * pitch, layer * pitch + depth].map((along) =>
      isDown ? { x: column, y: along } : { x: along, y: column },
    ),
  );
  return isDown
    ? [
        { x: source.x + source.width / 2, y: source.y + source.height },
        ...through,
        { x: target.x + target.width / 2, y: target.y },
      ]
    : [
        { x: source.x + source.width, y: source.y + source.height / 2 },
        ...through,
        { x: target.x, y: target.y + target.height / 2 },
      ];
}

/** Points come in pairs, from one layer to the next. */
function gather(
  points: readonly GraphPoint[],
  first: number,
  { strands, direction }: { readonly strands: Strand[][]; readonly direction: GraphDirection },
): void {
  const across = (point: GraphPoint | undefined) =>
    (direction === 'down' ? point?.x : point?.y) ?? 0;
  for (let index = 0; index + 1 < points.length; index += 2) {
    const strand = { from: across(points[index]), to: across(points[index + 1]) };
    (strands[first + index / 2] ??= []).push(strand);
  }
}

function boxOf(points: readonly GraphPoint[]): GraphBox {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
