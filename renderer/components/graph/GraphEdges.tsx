import { memo } from 'react';
import type { GraphBox, GraphLayout, GraphPoint, PlacedNode } from '../../lib/graph-model.ts';
import { overlaps } from '../../lib/graph-viewport.ts';
import { routeKey } from '../../lib/route-labels.ts';
import { edgeLook, type EdgeLook, type StepLook } from './graph-look.ts';

interface GraphEdgesProps {
  readonly layout: GraphLayout;
  readonly region: GraphBox;
  readonly looks: ReadonlyMap<string, StepLook>;
  /** Words beside edges, by `routeKey`. */
  readonly labels: ReadonlyMap<string, string>;
  readonly selected: string | undefined;
}

/** In the order in which they are drawn: what touches the selected step lies on top. */
const order: readonly EdgeLook[] = ['todo', 'done', 'loose', 'touched'];

/** All dependencies of one look are one path, which costs the page as much as a single edge. Nodes say what they wait for. */
export const GraphEdges = memo(function GraphEdges(props: GraphEdgesProps) {
  const { layout, region, looks, labels, selected } = props;
  const shown = layout.edges.filter(({ box }) => overlaps(box, region));
  const paths: Record<EdgeLook, string> = { todo: '', done: '', loose: '', touched: '' };
  for (const { from, to, path } of shown) {
    const isTouched = from === selected || to === selected;
    const look = isTouched ? 'touched' : edgeLook(looks.get(from)?.status, looks.get(to)?.status);
    paths[look] += path;
  }
  return (
    <svg className="graph-edges" aria-hidden="true">
      {order.map((look) => (
        <path key={look} className={`graph-edge edge-${look}`} d={paths[look]} />
      ))}
      {labels.size > 0 && <EdgeLabels {...props} />}
    </svg>
  );
});

function EdgeLabels({ layout, labels }: GraphEdgesProps) {
  const places = new Map(layout.nodes.map((node) => [node.name, node]));
  return layout.edges.map(({ from, to }) => {
    const label = labels.get(routeKey(from, to));
    const target = places.get(to);
    if (label === undefined || target === undefined) return null;
    const { x, y } = entryOf(target, layout.direction);
    return (
      <text
        key={routeKey(from, to)}
        className={`edge-label edge-label-${layout.direction}`}
        x={x}
        y={y}
      >
        {shortened(label)}
      </text>
    );
  });
}

/** Just before a step, where an edge into it bears its words. */
function entryOf(node: PlacedNode, direction: GraphLayout['direction']): GraphPoint {
  return direction === 'down'
    ? { x: node.x + node.width / 2, y: node.y - 8 }
    : { x: node.x - 8, y: node.y + node.height / 2 - 8 };
}

const MAX_LETTERS = 18;

function shortened(label: string): string {
  return label.length <= MAX_LETTERS ? label : `${label.slice(0, MAX_LETTERS - 1)}…`;
}
