import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { GraphLayout } from '../../lib/graph-model.ts';
import { MIN_ZOOM } from '../../lib/graph-fit.ts';
import { isFar } from '../../lib/graph-viewport.ts';
import { useGraphView } from './graph-view.ts';

/** Which step of a graph has the keyboard. The graph is one stop of Tab; a step is drawn before it gets the focus. */
export function useStepFocus(
  layout: GraphLayout,
  selected: string | undefined,
  ground: RefObject<HTMLElement | null>,
) {
  const view = useGraphView();
  const [active, setActive] = useState<string>();
  const [marked, setMarked] = useState<string>();
  const wanted = useRef<string>(undefined);
  const nodeOf = (name: string | undefined) => layout.nodes.find((node) => node.name === name);
  const tabStop = (nodeOf(active) ?? nodeOf(selected) ?? layout.nodes[0])?.name;

  // In the same turn in which the step is drawn: a key pressed in between would go nowhere.
  useLayoutEffect(() => {
    const name = wanted.current;
    wanted.current = undefined;
    if (name === undefined) return;
    const step = ground.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(name)}"]`);
    // The browser would scroll the pane, of which only the ground moves.
    step?.focus({ preventScroll: true });
  });

  const move = (name: string) => {
    const node = nodeOf(name);
    if (node === undefined) return;
    wanted.current = name;
    setActive(name);
    view.getState().touch();
    view.getState().reveal(node);
  };
  return {
    tabStop,
    marked,
    move,
    mark: (name: string | undefined) => {
      setMarked(name);
      const node = nodeOf(name);
      if (node === undefined) return;
      setActive(name);
      const { viewport, zoomBy, center } = view.getState();
      // What is looked for by its name is to be read.
      if (isFar(viewport)) zoomBy(MIN_ZOOM / viewport.zoom);
      center(node);
    },
    endSearch: () => {
      view.getState().find(false);
      setMarked(undefined);
      if (tabStop !== undefined) move(tabStop);
    },
  };
}
