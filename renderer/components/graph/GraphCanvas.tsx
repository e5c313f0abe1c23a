import {
  memo,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { useStore } from 'zustand';
import type { GraphLayout } from '../../lib/graph-model.ts';
import { neighborByKey } from '../../lib/graph-neighbor.ts';
import { isFar, overlaps } from '../../lib/graph-viewport.ts';
import { isCommandKey } from '../../lib/shortcut.ts';
import { texts } from '../texts.ts';
import { plainLook, type StepLook } from './graph-look.ts';
import { useGraphView, type GraphViewState } from './graph-view.ts';
import { GraphBoxes } from './GraphBoxes.tsx';
import { GraphEdges } from './GraphEdges.tsx';
import { GraphFind } from './GraphFind.tsx';
import { GraphMinimap } from './GraphMinimap.tsx';
import { GraphNode } from './GraphNode.tsx';
import { useStepFocus } from './use-step-focus.ts';

interface GraphCanvasProps {
  readonly layout: GraphLayout;
  readonly looks: ReadonlyMap<string, StepLook>;
  readonly labels: ReadonlyMap<string, string>;
  readonly selected: string | undefined;
  readonly onSelect: (name: string) => void;
  readonly onMenu: ((name: string, x: number, y: number) => void) | undefined;
}

/** A graph that has its layout: what of it is near the view, and the keys and presses that reach its steps. */
export const GraphCanvas = memo(function GraphCanvas(props: GraphCanvasProps) {
  const { layout, looks, labels, selected, onSelect, onMenu } = props;
  const view = useGraphView();
  // A move goes on while what came into sight is being drawn.
  const region = useDeferredValue(useStore(view, (state) => state.region));
  const far = useDeferredValue(useStore(view, ({ viewport }) => isFar(viewport)));
  const isFinding = useStore(view, (state) => state.isFinding);
  const ground = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = ({ viewport: { x, y, zoom } }: GraphViewState) => {
      if (ground.current)
        ground.current.style.transform = `translate(${x}px,${y}px) scale(${zoom})`;
    };
    place(view.getState());
    return view.subscribe(place);
  }, [view]);

  const focus = useStepFocus(layout, selected, ground);
  const { tabStop, marked } = focus;
  const nodes = useMemo(
    () =>
      layout.nodes.filter((node) =>
        far
          ? node.name === tabStop || node.name === selected || node.name === marked
          : node.name === tabStop || overlaps(node, region),
      ),
    [layout, region, far, tabStop, selected, marked],
  );

  const edges = useMemo(() => edgeWords(layout), [layout]);

  const onPress = (event: MouseEvent) => {
    const name = stepAt(event, layout);
    if (name !== undefined) onSelect(name);
  };
  const onContextMenu = (event: MouseEvent) => {
    const name = stepAt(event, layout);
    if (name === undefined || onMenu === undefined) return;
    event.preventDefault();
    onMenu(name, event.clientX, event.clientY);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isCommandKey(event) && event.key === 'f') {
      event.preventDefault();
      return view.getState().find(true);
    }
    const next = neighborByKey(layout, tabStop ?? '', event.key);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    event.preventDefault();
    return focus.move(next);
  };
  return (
    <div
      className={far ? 'graph-canvas graph-far' : 'graph-canvas'}
      onClick={onPress}
      onContextMenu={onContextMenu}
      onKeyDown={onKeyDown}
    >
      <div className="graph-ground" ref={ground}>
        <GraphEdges
          layout={layout}
          region={region}
          looks={looks}
          labels={labels}
          selected={selected}
        />
        {far && (
          <svg className="graph-edges" aria-hidden="true">
            <GraphBoxes layout={layout} looks={looks} />
          </svg>
        )}
        {nodes.map((node) => (
          <GraphNode
            key={node.name}
            node={node}
            look={looks.get(node.name) ?? plainLook}
            isSelected={node.name === selected}
            isTabStop={node.name === tabStop}
            edges={edges.get(node.name) ?? ''}
            isFound={node.name === marked}
          />
        ))}
      </div>
      <GraphMinimap layout={layout} looks={looks} />
      {isFinding && <GraphFind layout={layout} onFound={focus.mark} onClose={focus.endSearch} />}
    </div>
  );
});

/** What each step depends on, in words. */
function edgeWords({ edges }: GraphLayout): ReadonlyMap<string, string> {
  const before = Map.groupBy(edges, ({ to }) => to);
  return new Map(
    [...before].map(([step, into]) => [step, texts.graph.dependsOn(into.map(({ from }) => from))]),
  );
}

/** The step at which something happened; far away that is a box, which is no element of its own. */
function stepAt(event: MouseEvent, { nodes }: GraphLayout): string | undefined {
  if (!(event.target instanceof Element)) return undefined;
  const named = event.target.closest<HTMLElement>('[data-step]')?.dataset['step'];
  if (named !== undefined) return named;
  const box = event.target.closest<SVGPathElement>('.graph-ground .graph-box');
  const matrix = box?.getScreenCTM();
  if (!matrix) return undefined;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return nodes.find((node) => overlaps({ x, y, width: 0, height: 0 }, node))?.name;
}
