import { crossings, type Strand } from './graph-crossings.ts';
import { layersOf } from './graph-layers.ts';
import type { GraphStep } from './graph-model.ts';

/** A dependency, and the items by which it passes the layers between its ends. */
export interface Route {
  readonly from: number;
  readonly to: number;
  readonly through: readonly number[];
}

/** Items are numbers: first the steps in their order, then the waypoints of long edges. */
export interface OrderedGraph {
  /** The items of each layer, side by side. */
  readonly layers: readonly (readonly number[])[];
  readonly layerOf: readonly number[];
  /** Neighbors of each item in the layer before it, and in the one after it. */
  readonly above: readonly (readonly number[])[];
  readonly below: readonly (readonly number[])[];
  readonly routes: readonly Route[];
}

type Layers = readonly (readonly number[])[];

const SWEEPS = 6;
/** With more, the time would grow with the length of edges. The longest run straight instead, behind what is in their way. */
const WAYPOINTS_EACH = 6;

/** Puts the steps of each layer side by side so that few edges cross. The same steps always come out the same. */
export function orderLayers(steps: readonly GraphStep[]): OrderedGraph {
  const graph = withWaypoints(steps);
  let best = byNeighbors(graph.layers, graph.above, 'down');
  let fewest = allCrossings(best, graph.below);
  let layers = best;
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep += 1) {
    const isUp = sweep % 2 === 0;
    layers = byNeighbors(layers, isUp ? graph.below : graph.above, isUp ? 'up' : 'down');
    const count = allCrossings(layers, graph.below);
    if (count >= fewest) continue;
    fewest = count;
    best = layers;
  }
  return { ...graph, layers: best };
}

function withWaypoints(steps: readonly GraphStep[]): OrderedGraph {
  const layerByName = layersOf(steps);
  const indexOf = new Map(steps.map(({ name }, index) => [name, index]));
  const layerOf = steps.map(({ name }) => layerByName.get(name) ?? 0);
  const span = (edge: { readonly from: number; readonly to: number }) =>
    (layerOf[edge.to] ?? 0) - (layerOf[edge.from] ?? 0);
  const edges = steps.flatMap((step, to) =>
    step.depends.map((name) => ({ from: indexOf.get(name) ?? to, to })),
  );
  const above: number[][] = steps.map(() => []);
  const below: number[][] = steps.map(() => []);
  const join = (upper: number, lower: number) => {
    (below[upper] ??= []).push(lower);
    (above[lower] ??= []).push(upper);
  };
  let left = WAYPOINTS_EACH * steps.length;
  const routes = edges
    .toSorted((one, other) => span(one) - span(other))
    .map((edge): Route => {
      const between = span(edge) - 1;
      // Edges of a ring, which a broken text may hold, lead back.
      if (between < 0 || between > left) return { ...edge, through: [] };
      left -= between;
      const first = (layerOf[edge.from] ?? 0) + 1;
      const through = Array.from(
        { length: between },
        (_, index) => layerOf.push(first + index) - 1,
      );
      const way = [edge.from, ...through, edge.to];
      way.slice(1).forEach((item, index) => join(way[index] ?? item, item));
      return { ...edge, through };
    });
  const layers: number[][] = [];
  layerOf.forEach((layer, item) => (layers[layer] ??= []).push(item));
  // A ring may leave a layer without steps.
  const filled = Array.from(layers, (layer: number[] | undefined) => layer ?? []);
  const neighbors = (lists: number[][]) => layerOf.map((_, item) => lists[item] ?? []);
  return { layers: filled, layerOf, above: neighbors(above), below: neighbors(below), routes };
}

/** Sorts each layer by the mean place of its neighbors in the layer that was sorted before it. */
function byNeighbors(
  layers: Layers,
  neighbors: OrderedGraph['above'],
  direction: 'down' | 'up',
): Layers {
  const places = placesOf(layers);
  const sorted = [...layers];
  const indexes = [...layers.keys()];
  for (const index of direction === 'down' ? indexes : indexes.reverse()) {
    const layer = sorted[index] ?? [];
    const keys = new Map(layer.map((item) => [item, meanOf(neighbors[item] ?? [], places, item)]));
    const next = layer.toSorted((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0));
    next.forEach((item, place) => (places[item] = place));
    sorted[index] = next;
  }
  return sorted;
}

function meanOf(neighbors: readonly number[], places: readonly number[], item: number): number {
  if (neighbors.length === 0) return places[item] ?? 0;
  let sum = 0;
  for (const neighbor of neighbors) sum += places[neighbor] ?? 0;
  return sum / neighbors.length;
}

function placesOf(layers: Layers): number[] {
  const places: number[] = [];
  for (const layer of layers) layer.forEach((item, place) => (places[item] = place));
  return places;
}

function allCrossings(layers: Layers, below: OrderedGraph['below']): number {
  const places = placesOf(layers);
  let count = 0;
  for (const layer of layers) {
    const strands = layer.flatMap((item, from): Strand[] =>
      (below[item] ?? []).map((other) => ({ from, to: places[other] ?? 0 })),
    );
    count += crossings(strands);
  }
  return count;
}
