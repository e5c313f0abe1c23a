import type { GraphLayout, PlacedNode } from './graph-model.ts';

/** The step to which a key leads: arrows along the edges and to the sides within a layer, Home and End to the ends. */
export function neighborByKey(layout: GraphLayout, name: string, key: string): string | undefined {
  const from = layout.nodes.find((node) => node.name === name);
  if (key === 'Home') return layout.nodes[0]?.name;
  if (key === 'End') return layout.nodes.at(-1)?.name;
  const move = moves[layout.direction][key];
  if (from === undefined || move === undefined) return undefined;
  if (move === 'after' || move === 'before') return along(layout, from, move);
  return beside(layout, from, move);
}

type Move = 'after' | 'before' | 'next' | 'previous';

const moves: Readonly<Record<GraphLayout['direction'], Readonly<Partial<Record<string, Move>>>>> = {
  down: { ArrowDown: 'after', ArrowUp: 'before', ArrowRight: 'next', ArrowLeft: 'previous' },
  right: { ArrowRight: 'after', ArrowLeft: 'before', ArrowDown: 'next', ArrowUp: 'previous' },
};

/** Of the steps at the other ends of its edges the one that stands nearest. */
function along(layout: GraphLayout, from: PlacedNode, move: 'after' | 'before') {
  const [own, other] = move === 'after' ? (['from', 'to'] as const) : (['to', 'from'] as const);
  const names = new Set(
    layout.edges.filter((edge) => edge[own] === from.name).map((edge) => edge[other]),
  );
  return nearest(
    layout.nodes.filter((node) => names.has(node.name)),
    (node) => Math.hypot(node.x - from.x, node.y - from.y),
  );
}

function beside({ nodes, direction }: GraphLayout, from: PlacedNode, move: Move) {
  const [layer, across] = direction === 'down' ? (['y', 'x'] as const) : (['x', 'y'] as const);
  const sign = move === 'next' ? 1 : -1;
  const distance = (node: PlacedNode) => (node[across] - from[across]) * sign;
  return nearest(
    nodes.filter((node) => node[layer] === from[layer] && distance(node) > 0),
    distance,
  );
}

function nearest(nodes: readonly PlacedNode[], distance: (node: PlacedNode) => number) {
  let best: PlacedNode | undefined;
  for (const node of nodes) {
    if (best === undefined || distance(node) < distance(best)) best = node;
  }
  return best?.name;
}
