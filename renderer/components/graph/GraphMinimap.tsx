import { useEffect, useRef, type PointerEvent } from 'react';
import { useStore } from 'zustand';
import type { GraphLayout } from '../../lib/graph-model.ts';
import { cutTo, isWithin, shownBox } from '../../lib/graph-viewport.ts';
import type { StepLook } from './graph-look.ts';
import { useGraphView, type GraphViewState } from './graph-view.ts';
import { GraphBoxes } from './GraphBoxes.tsx';

const WIDTH = 144;
const HEIGHT = 96;

interface GraphMinimapProps {
  readonly layout: GraphLayout;
  readonly looks: ReadonlyMap<string, StepLook>;
}

/** All of a graph of which a part is shown. A press or a drag goes there; the keyboard has the steps themselves. */
export function GraphMinimap({ layout, looks }: GraphMinimapProps) {
  const view = useGraphView();
  const isNeeded = useStore(view, isPartial);
  const frame = useRef<SVGRectElement>(null);
  useEffect(() => {
    const draw = ({ viewport, view: size }: GraphViewState) => {
      const { width, height } = layout;
      const shown = cutTo(shownBox(viewport, size), { x: 0, y: 0, width, height });
      for (const [name, value] of Object.entries(shown)) {
        frame.current?.setAttribute(name, String(value));
      }
    };
    draw(view.getState());
    return view.subscribe(draw);
  }, [view, layout, isNeeded]);
  if (!isNeeded) return null;

  const go = (event: PointerEvent<SVGSVGElement>) => {
    const matrix = event.currentTarget.getScreenCTM();
    if (matrix === null) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    view.getState().center({ x, y, width: 0, height: 0 });
  };
  return (
    <svg
      className="graph-minimap"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      // Long graphs keep enough breadth to be seen and hit.
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => event.buttons === 1 && go(event)}
    >
      <GraphBoxes layout={layout} looks={looks} />
      <rect ref={frame} className="minimap-frame" />
    </svg>
  );
}

const MIN_PANE = { width: 360, height: 200 };
/** Half a step. What is cut by no more than that shows by itself that there is more of it. */
const SLACK = { x: 68, y: 14 };

function isPartial({ layout, viewport, view }: GraphViewState): boolean {
  if (layout === undefined || view.width < MIN_PANE.width || view.height < MIN_PANE.height) {
    return false;
  }
  const { width, height } = layout;
  const most = { ...SLACK, width: width - 2 * SLACK.x, height: height - 2 * SLACK.y };
  return !isWithin(most, shownBox(viewport, view));
}
