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
  /** The step that is to be in sight, until a person moves the graph. */
  readonly sought: string | undefined;
  readonly show: (layout: GraphLayout | undefined, view: Size) => void;
  readonly panBy: (x: number, y: number) => void;
  /** Around the middle of the view where no point is given. */
  readonly zoomBy: (factor: number, point?: GraphPoint) => void;
  readonly fit: () => void;
  readonly center: (box: GraphBox) => void;
  /** Moves only if the box is not to be seen. */
  readonly reveal: (box: GraphBox) => void;
  /** Moves the least that shows all of a step. This is no move of a person: the steps keep no place for it. */
  readonly seek: (name: string | undefined) => void;
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
    const sighted = (viewport: GraphViewport): GraphViewport => {
      const { layout, view, sought } = get();
      const box = layout?.nodes.find(({ name }) => name === sought);
      if (layout === undefined || box === undefined || view.width === 0) return viewport;
      return besideMap(movedLeast(viewport, box, view), box, { layout, view });
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
      sought: undefined,

      show: (layout, view) => {
        set({ layout, view, region: nowhere });
        const { wasMoved, viewport } = get();
        if (layout !== undefined) go(wasMoved ? viewport : sighted(fittingViewport(layout, view)));
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
      seek: (name) => {
        if (name === get().sought) return;
        set({ sought: name });
        const { viewport } = get();
        const next = sighted(viewport);
        if (next !== viewport) go(next);
      },
      touch: () => set({ wasTouched: true }),
      untouch: () => set({ wasTouched: false }),
      find: (isFinding) => set({ isFinding }),
    };
  });
}

/** What is left free around a step that is brought into sight. */
const ROOM = 16;

/** The same viewport where it shows all of a box, else the nearest one that does. */
function movedLeast(from: GraphViewport, box: GraphBox, view: Size): GraphViewport {
  const { zoom } = from;
  const x = from.x + missing(from.x + box.x * zoom, box.width * zoom, view.width);
  const y = from.y + missing(from.y + box.y * zoom, box.height * zoom, view.height);
  return x === from.x && y === from.y ? from : { x, y, zoom };
}

/** What the minimap takes of the corner at the bottom right, with some room. */
const MAP: Size = { width: 168, height: 120 };

/** Moved up where the minimap would cover a box that is to be seen. */
function besideMap(
  from: GraphViewport,
  box: GraphBox,
  { layout, view }: { readonly layout: Size; readonly view: Size },
): GraphViewport {
  const { x, y, zoom } = from;
  const { width, height } = layout;
  if (isWithin({ x: 0, y: 0, width, height }, shownBox(from, view))) return from;
  const over = y + (box.y + box.height) * zoom - (view.height - MAP.height);
  const isBeside = x + (box.x + box.width) * zoom <= view.width - MAP.width || over <= 0;
  return isBeside || y + box.y * zoom - over < 0 ? from : { x, y: y - over, zoom };
}

/** How far a stretch has to move to lie within a length; where it is too long, its beginning does. */
function missing(at: number, length: number, whole: number): number {
  if (at >= 0 && at + length <= whole) return 0;
  const least = whole - ROOM - length;
  return Math.max(ROOM, Math.min(least, at)) - at;
}

export const GraphViewContext = createContext<GraphView | undefined>(undefined);

/** The view of the GraphViewProvider around this. Throws where there is none. */
export function useGraphView(): GraphView {
  const view = useContext(GraphViewContext);
  if (view === undefined) throw new Error('A graph stands inside a GraphViewProvider.');
  return view;
}
