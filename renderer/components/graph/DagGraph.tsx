import './graph.css';
import { useCallback, useDeferredValue, useEffect, useRef } from 'react';
import type { GraphStep } from '../../lib/graph-model.ts';
import { useElementSize } from '../use-element-size.ts';
import { texts } from '../texts.ts';
import type { StepLook } from './graph-look.ts';
import { useGraphView } from './graph-view.ts';
import { GraphCanvas } from './GraphCanvas.tsx';
import { useGraphGestures } from './use-graph-gestures.ts';
import { useGraphLayout } from './use-graph-layout.ts';

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

/** Steps and what waits for what. Stands inside a `GraphViewProvider`, which the zoom buttons share. */
export function DagGraph(props: DagGraphProps) {
  const { steps, labels, onSelect, onMenu, nodeWidth } = props;
  const pane = useRef<HTMLDivElement>(null);
  const [watch, size] = useElementSize();
  const mount = useCallback(
    (element: HTMLDivElement | null) => {
      pane.current = element;
      return watch(element);
    },
    [watch],
  );
  const view = useGraphView();
  const layout = useGraphLayout({ steps, nodeWidth, hasLabels: labels.size > 0 }, size, view);
  // Statuses that change in a row are drawn together, after what a person is doing; with them the selected step, which on the page
  // of a run follows them: the graph is drawn once for both.
  const looks = useDeferredValue(props.looks);
  const selected = useDeferredValue(props.selected);
  useGraphGestures(pane, view);
  useEffect(() => view.getState().show(layout, size), [view, layout, size]);

  return (
    <div className="graph" ref={mount} role="group" aria-label={texts.graph.label(steps.length)}>
      {layout === undefined && steps.length > 0 && (
        <p className="graph-note secondary" role="status">
          {texts.graph.layingOut(steps.length)}
        </p>
      )}
      {layout && (
        <GraphCanvas
          layout={layout}
          looks={looks}
          labels={labels}
          selected={selected}
          onSelect={onSelect}
          onMenu={onMenu}
        />
      )}
    </div>
  );
}
