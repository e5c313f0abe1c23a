import type { GraphLayout } from './graph-model.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface GraphViewport {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

const PADDING = 12;
/** A small graph stands near the top, where the eye begins. */
const TOP = 36;
/** Smaller text is hard to read; a larger graph is panned instead. */
export const MIN_ZOOM = 0.8;
/** A graph that is a little too large is shown smaller than that, and not with its last steps cut off. */
const MIN_WHOLE_ZOOM = 0.7;

/** The zoom at which a layout fits, never over 100 %. */
export function fittingZoom(layout: Size, view: Size): number {
  const across = (view.width - 2 * PADDING) / Math.max(1, layout.width);
  const along = (view.height - 2 * PADDING) / Math.max(1, layout.height);
  return Math.min(1, across, along);
}

/** Centered where it fits; otherwise from its beginning, at a size that can be read. */
export function fittingViewport(layout: GraphLayout, view: Size): GraphViewport {
  const whole = fittingZoom(layout, view);
  const zoom = whole < MIN_WHOLE_ZOOM ? MIN_ZOOM : whole;
  const isDown = layout.direction === 'down';
  const across = placed(layout.width * zoom, view.width, !isDown);
  const along = placed(layout.height * zoom, view.height, isDown);
  return { zoom, x: across, y: isDown ? Math.min(along, TOP) : along };
}

/** All of a layout, however small it becomes for that. */
export function wholeViewport(layout: Size, view: Size): GraphViewport {
  const zoom = fittingZoom(layout, view);
  return {
    zoom,
    x: (view.width - layout.width * zoom) / 2,
    y: (view.height - layout.height * zoom) / 2,
  };
}

/** Whether another layout of the same steps is worth a change of the picture: larger, or with fewer crossings. */
export function isBetter(other: GraphLayout, shown: GraphLayout, view: Size): boolean {
  const [next, now] = [readableZoom(other, view), readableZoom(shown, view)];
  return next > now || (next === now && other.crossings < shown.crossings);
}

/** How large a layout is as a whole: those that are panned are all alike. */
export function readableZoom(layout: Size, view: Size): number {
  return Math.max(MIN_WHOLE_ZOOM, fittingZoom(layout, view));
}

/** In the middle; what is too large begins at the edge if that is where it is read from, or if little is cut off. */
function placed(content: number, view: number, isReadAlong: boolean): number {
  const isTooLarge = content + 2 * PADDING > view;
  const isLittle = content < view * 1.5;
  return isTooLarge && (isReadAlong || isLittle) ? PADDING : (view - content) / 2;
}
