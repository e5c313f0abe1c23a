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
import { texts } from '../texts.ts';

interface DagGraphProps {
  readonly steps: readonly GraphStep[];
  readonly looks: ReadonlyMap<string, StepLook>;
  /** Words beside edges, by `routeKey`. */
  readonly labels: ReadonlyMap<string, string>;
  readonly selected: string | undefined;
  readonly onSelect: (name: string) => void;
  /** A right click on a step. */
  readonly onMenu?: ((name: string, x: number, y: number) => void) | undefined;
  /** Runs show durations and need wider nodes. */
  readonly nodeWidth: 136 | 168;
}

const nodeTypes: NodeTypes = { step: GraphNode };
const edgeTypes: EdgeTypes = { step: GraphEdge };
/** By itself the library tells screen readers how to move and delete what nobody can move or delete here. */
const noAdvice = {
  'node.a11yDescription.default': '',
  'node.a11yDescription.keyboardDisabled': '',
  'edge.a11yDescription.default': '',
};

/** Steps and what waits for what. Stands inside a `ReactFlowProvider`, which the zoom buttons share. */
export function DagGraph(props: DagGraphProps) {
  const { steps, looks, labels, selected, onSelect, onMenu, nodeWidth } = props;
  const [watch, view] = useElementSize();
  const layout = useGraphLayout(steps, view, { nodeWidth, hasLabels: labels.size > 0 });
  const flow = useReactFlow();
  const [wasMoved, setMoved] = useState(false);
  const input = useMemo(
    () => layout && { layout, looks, labels, selected, onSelect, onMenu },
    [layout, looks, labels, selected, onSelect, onMenu],
  );
  const nodes = useMemo(() => (input ? graphNodes(input) : []), [input]);
  const edges = useMemo(() => (input ? graphEdges(input) : []), [input]);

  useEffect(() => {
    if (layout === undefined || wasMoved) return;
    void flow.setViewport(fittingViewport(layout, view));
  }, [flow, layout, view, wasMoved]);

  return (
    <div className="graph" ref={watch}>
      <ReactFlow
        aria-label={texts.graph.label(steps.length)}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        ariaLabelConfig={noAdvice}
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
