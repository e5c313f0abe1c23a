import { memo } from 'react';
import type { Edge, EdgeProps } from '@xyflow/react';
import type { GraphDirection, GraphPoint } from '../../lib/graph-model.ts';

interface GraphEdgeData extends Record<string, unknown> {
  readonly path: string;
  readonly look: 'done' | 'todo' | 'loose' | 'touched';
  /** What leads this way out of a router. */
  readonly label: string | undefined;
  readonly labelAt: GraphPoint;
  readonly direction: GraphDirection;
}

export type StepEdge = Edge<GraphEdgeData, 'step'>;

export const GraphEdge = memo(function GraphEdge({ data }: EdgeProps<StepEdge>) {
  return (
    <>
      <path className={`graph-edge edge-${data?.look}`} d={data?.path} />
      {data?.label && (
        <text
          className={`edge-label edge-label-${data.direction}`}
          x={data.labelAt.x}
          y={data.labelAt.y}
        >
          {shortened(data.label)}
        </text>
      )}
    </>
  );
});

const MAX_LETTERS = 18;

function shortened(label: string): string {
  return label.length <= MAX_LETTERS ? label : `${label.slice(0, MAX_LETTERS - 1)}…`;
}
