import { memo } from 'react';
import { useStore } from 'zustand';
import { formatShortcut } from '../../lib/shortcut.ts';
import { IconButton } from '../IconButton.tsx';
import { texts } from '../texts.ts';
import { useGraphView } from './graph-view.ts';

const STEP = 1.2;

/** How large the graph is shown, and the ways to see all of it and to find one step. */
export const GraphZoom = memo(function GraphZoom() {
  const view = useGraphView();
  const { zoomBy, fit, find } = view.getState();
  return (
    <div className="graph-zoom">
      <IconButton
        icon="search"
        label={texts.graph.find}
        shortcut={formatShortcut('F')}
        onPress={() => find(true)}
      />
      <IconButton icon="minus" label={texts.graph.zoomOut} onPress={() => zoomBy(1 / STEP)} />
      <ZoomWords />
      <IconButton icon="plus" label={texts.graph.zoomIn} onPress={() => zoomBy(STEP)} />
      <IconButton icon="fit" label={texts.graph.fit} onPress={fit} />
    </div>
  );
});

/** Beside the buttons, which are not drawn anew for it. */
function ZoomWords() {
  const percent = useStore(useGraphView(), ({ viewport }) => Math.round(viewport.zoom * 100));
  return <span className="zoom-words">{percent === 0 ? texts.graph.tiny : `${percent}%`}</span>;
}
