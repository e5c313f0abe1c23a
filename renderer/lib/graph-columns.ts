import type { OrderedGraph } from './graph-order.ts';

interface ColumnSizes {
  /** How broad an item is across the graph; 0 for a waypoint. */
  readonly sizeOf: (item: number) => number;
  readonly columnGap: number;
}

const EDGE_GAP = 8;
/** A waypoint holds on to its own edge much more than a step does to one of its many, so that long edges run straight. */
const STRAIGHT = 6;
const looks = ['above', 'below', 'above', 'below', 'both', 'both', 'above'] as const;

/**
 * Where the middle of each item is across the graph. Each layer in turn comes as near to its neighbors as order and gaps
 * allow: the sum of the squares of what is missing is the least that there is.
 */
export function columnsOf(graph: OrderedGraph, sizes: ColumnSizes): readonly number[] {
  const centers: number[] = [];
  const gaps = graph.layers.map((layer) => offsetsOf(layer, sizes));
  graph.layers.forEach((layer, index) =>
    layer.forEach((item, place) => (centers[item] = gaps[index]?.[place] ?? 0)),
  );
  for (const look of looks) {
    const order = [...graph.layers.keys()];
    for (const index of look === 'below' ? order.reverse() : order) {
      const layer = graph.layers[index] ?? [];
      const wishes = layer.map((item) => wishOf(item, { graph, look, centers, sizes }));
      const places = nearest(wishes, gaps[index] ?? []);
      layer.forEach((item, place) => (centers[item] = places[place] ?? 0));
    }
  }
  const start = centers.reduce(
    (least, center, item) => Math.min(least, center - sizes.sizeOf(item) / 2),
    Infinity,
  );
  return centers.map((center) => Math.round(center - start));
}

/** The middle of each item of a layer when all stand as close as they may. */
function offsetsOf(layer: readonly number[], { sizeOf, columnGap }: ColumnSizes): number[] {
  let at = 0;
  return layer.map((item, place) => {
    const before = layer[place - 1];
    if (before === undefined) return at;
    const isEdge = sizeOf(item) === 0 || sizeOf(before) === 0;
    at += (sizeOf(before) + sizeOf(item)) / 2 + (isEdge ? EDGE_GAP : columnGap);
    return at;
  });
}

interface Wish {
  readonly place: number;
  readonly weight: number;
}

interface Surroundings {
  readonly graph: OrderedGraph;
  readonly look: (typeof looks)[number];
  readonly centers: readonly number[];
  readonly sizes: ColumnSizes;
}

function wishOf(item: number, { graph, look, centers, sizes }: Surroundings): Wish {
  const above = look === 'below' ? [] : (graph.above[item] ?? []);
  const below = look === 'above' ? [] : (graph.below[item] ?? []);
  const count = above.length + below.length;
  if (count === 0) return { place: centers[item] ?? 0, weight: 0.1 };
  let sum = 0;
  for (const neighbor of above) sum += centers[neighbor] ?? 0;
  for (const neighbor of below) sum += centers[neighbor] ?? 0;
  return { place: sum / count, weight: sizes.sizeOf(item) === 0 ? STRAIGHT : 1 };
}

interface Block extends Wish {
  readonly count: number;
}

/** Places in order, at least their offsets apart, that are nearest to the wishes: neighbors that collide share their mean. */
function nearest(wishes: readonly Wish[], offsets: readonly number[]): readonly number[] {
  const blocks: Block[] = [];
  wishes.forEach((wish, index) => {
    let block: Block = { place: wish.place - (offsets[index] ?? 0), weight: wish.weight, count: 1 };
    for (let last = blocks.at(-1); last && last.place > block.place; last = blocks.at(-1)) {
      blocks.pop();
      const weight = last.weight + block.weight;
      const place = (last.place * last.weight + block.place * block.weight) / weight;
      block = { place, weight, count: last.count + block.count };
    }
    blocks.push(block);
  });
  return blocks
    .flatMap(({ place, count }) => Array.from({ length: count }, () => place))
    .map((place, index) => place + (offsets[index] ?? 0));
}
