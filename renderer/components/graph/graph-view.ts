import { createContext, useContext } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { fittingViewport, wholeViewport } from '../../lib/graph-fit.ts';
import type { GraphViewport, Size } from '../../lib/graph-fit.ts';
import type { GraphBox, GraphLayout, GraphPoint } from '../../lib/graph-model.ts';
import {
  centeredOn,
  grown,
  isFar,
  isWithin,
  overlaps,
  shownBox,
  zoomedAt,
} from '../../lib/graph-viewport.ts';

/** Which part of a graph is shown, and how large. */
export interface GraphViewState {
  readonly viewport: GraphViewport;
  readonly layout: GraphLayout | undefined;
  readonly view: Size;
  /** What is drawn: the part that is shown and some around it, so that most moves draw nothing anew. */
  readonly region: GraphBox;
  /** Whether a person chose what is shown; until then it follows the size of the pane. */
  readonly wasMoved: boolean;
  /** Whether a person has begun to use this layout: its steps then stay where they are. */
  readonly wasTouched: boolean;
  readonly isFinding: boolean;
  readonly show: (layout: GraphLayout | undefined, view: Size) => void;
  readonly panBy: (x: number, y: number) => void;
  /** Around the middle of the view where no point is given. */
  readonly zoomBy: (factor: number, point?: GraphPoint) => void;
  readonly fit: () => void;
  readonly center: (box: GraphBox) => void;
  /** Moves only if the box is not to be seen. */
  readonly reveal: (box: GraphBox) => void;
  readonly touch: () => void;
  readonly untouch: () => void;
  readonly find: (isFinding: boolean) => void;
}

export type GraphView = StoreApi<GraphViewState>;

/** How much is drawn around what is shown, as a part of it. */
const MARGIN = 0.25;
/** How wide that becomes at most while it grows in the view. */
const MAX_DRAWN = 2;
const nowhere: GraphBox = { x: 0, y: 0, width: 0, height: 0 };

/** A view of no graph yet. */
export function createGraphView(): GraphView {
  return createStore<GraphViewState>((set, get) => {
    const go = (viewport: GraphViewport) => {
      const { view, region, viewport: before } = get();
      const shown = shownBox(viewport, view);
      // Drawn anew when the edge comes into sight, or when so much is drawn that is not seen. From far away all of it is boxes;
      // only those that are then near the view become steps at once.
      const isSmall = region.width < shown.width * MAX_DRAWN && isFar(viewport) === isFar(before);
      const isDrawn = isWithin(shown, region) && isSmall;
      set({ viewport, region: isDrawn ? region : grown(shown, MARGIN) });
    };
    const move = (viewport: GraphViewport) => {
      set({ wasMoved: true, wasTouched: true });
      go(viewport);
    };
    return {
      viewport: { x: 0, y: 0, zoom: 1 },
      layout: undefined,
      view: { width: 0, height: 0 },
      region: nowhere,
      wasMoved: false,
      wasTouched: false,
      isFinding: false,

      show: (layout, view) => {
        set({ layout, view, region: nowhere });
        const { wasMoved, viewport } = get();
        if (layout !== undefined) go(wasMoved ? viewport : fittingViewport(layout, view));
      },
      panBy: (x, y) => {
        const { viewport } = get();
        move({ ...viewport, x: viewport.x + x, y: viewport.y + y });
      },
      zoomBy: (factor, point) => {
        const { viewport, layout, view } = get();
        if (layout === undefined) return;
        const middle = { x: view.width / 2, y: view.height / 2 };
        move(zoomedAt(viewport, { factor, point: point ?? middle }, { layout, view }));
      },
      fit: () => {
        const { layout, view } = get();
        if (layout !== undefined) move(wholeViewport(layout, view));
      },
      center: (box) => move(centeredOn(get().viewport, box, get().view)),
      reveal: (box) => {
        const { viewport, view, center } = get();
        if (!overlaps(box, shownBox(viewport, view))) center(box);
      },
      touch: () => set({ wasTouched: true }),
      untouch: () => set({ wasTouched: false }),
      find: (isFinding) => set({ isFinding }),
    };
  });
}

export const GraphViewContext = createContext<GraphView | undefined>(undefined);

/** The view of the GraphViewProvider around this. Throws where there is none. */
export function useGraphView(): GraphView {
  const view = useContext(GraphViewContext);
  if (view === undefined) throw new Error('A graph stands inside a GraphViewProvider.');
  return view;
}
