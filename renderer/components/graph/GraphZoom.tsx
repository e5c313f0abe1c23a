import { useReactFlow, useViewport } from '@xyflow/react';
import { IconButton } from '../IconButton.tsx';
import { texts } from '../texts.ts';

/** How large the graph is shown, and the way to see all of it. */
export function GraphZoom() {
  const flow = useReactFlow();
  const { zoom } = useViewport();
  return (
    <div className="graph-zoom">
      <IconButton icon="minus" label={texts.graph.zoomOut} onPress={() => void flow.zoomOut()} />
      <span className="zoom-words">{Math.round(zoom * 100)}%</span>
      <IconButton icon="plus" label={texts.graph.zoomIn} onPress={() => void flow.zoomIn()} />
      <IconButton
        icon="fit"
        label={texts.graph.fit}
        onPress={() => void flow.fitView({ padding: 0.05, maxZoom: 1 })}
      />
    </div>
  );
}
