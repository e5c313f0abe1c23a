import { memo } from 'react';
import type { Edge, EdgeProps } from '@xyflow/react';

interface GraphEdgeData extends Record<string, unknown> {
  readonly path: string;
  readonly look: 'done' | 'todo' | 'loose' | 'touched';
}

export type StepEdge = Edge<GraphEdgeData, 'step'>;

export const GraphEdge = memo(function GraphEdge({ data }: EdgeProps<StepEdge>) {
  return <path className={`graph-edge edge-${data?.look}`} d={data?.path} />;
});
