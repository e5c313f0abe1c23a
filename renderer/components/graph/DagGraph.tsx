import '@xyflow/react/dist/base.css';
import './graph.css';
import { useEffect, useMemo, useState } from 'react';
import { ReactFlow, useReactFlow, type EdgeTypes, type NodeTypes } from '@xyflow/react';
import { fittingViewport } from '../../lib/graph-fit.ts';
import type { GraphStep } from '../../lib/graph-model.ts';
import { useElementSize } from '../use-element-size.ts';
import { graphEdges, graphNodes, type StepLook } from './graph-elements.ts';
import { GraphEdge } from './GraphEdge.tsx';
import { GraphNode } from './GraphNode.tsx';
import { useGraphLayout } from './use-graph-layout.ts';

interface DagGraphProps {
  readonly steps: readonly GraphStep[];
  readonly looks: ReadonlyMap<string, StepLook>;
  readonly selected: string | undefined;
  readonly onSelect: (name: string) => void;
  /** Runs show durations and need wider nodes. */
  readonly nodeWidth: 136 | 168;
}

const nodeTypes: NodeTypes = { step: GraphNode };
const edgeTypes: EdgeTypes = { step: GraphEdge };

/** Steps and what waits for what. Stands inside a `ReactFlowProvider`, which the zoom buttons share. */
export function DagGraph(props: DagGraphProps) {
  const { steps, looks, selected, onSelect, nodeWidth } = props;
  const [watch, view] = useElementSize();
  const layout = useGraphLayout(steps, view, nodeWidth);
  const flow = useReactFlow();
  const [wasMoved, setMoved] = useState(false);
  const input = useMemo(
    () => layout && { layout, looks, selected, onSelect },
    [layout, looks, selected, onSelect],
  );
  const nodes = useMemo(() => (input ? graphNodes(input) : []), [input]);
  const edges = useMemo(() => (input ? graphEdges(input) : []), [input]);

  useEffect(() => {
    if (layout === undefined || wasMoved) return;
    void flow.setViewport(fittingViewport(layout, view));
  }, [flow, layout, view, wasMoved]);

  const label = `Graph of ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`;
  return (
    <div className="graph" ref={watch}>
      <ReactFlow
        aria-label={label}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        panOnScroll
        zoomOnDoubleClick={false}
        minZoom={0.2}
        maxZoom={2}
        onlyRenderVisibleElements={steps.length > 150}
        proOptions={{ hideAttribution: true }}
        onMoveStart={(event) => event && setMoved(true)}
      />
    </div>
  );
}
