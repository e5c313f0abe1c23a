import { fittingZoom, type GraphViewport, type Size } from './graph-fit.ts';
import type { GraphBox, GraphPoint } from './graph-model.ts';

const MAX_ZOOM = 2;
const MIN_ZOOM = 0.2;
/** Below this a name cannot be read, and steps are boxes in their colors. */
const FAR_ZOOM = 0.4;

/** Whether steps are too small for their names. */
export function isFar({ zoom }: GraphViewport): boolean {
  return zoom < FAR_ZOOM;
}

/** Makes it larger or smaller around a point of the view. All of a graph can always be seen. */
export function zoomedAt(
  from: GraphViewport,
  { factor, point }: { readonly factor: number; readonly point: GraphPoint },
  { layout, view }: { readonly layout: Size; readonly view: Size },
): GraphViewport {
  const least = Math.min(MIN_ZOOM, fittingZoom(layout, view));
  const zoom = Math.min(MAX_ZOOM, Math.max(least, from.zoom * factor));
  const scale = zoom / from.zoom;
  return {
    zoom,
    x: point.x - (point.x - from.x) * scale,
    y: point.y - (point.y - from.y) * scale,
  };
}

/** The part of the graph that a view shows. */
export function shownBox({ x, y, zoom }: GraphViewport, view: Size): GraphBox {
  return { x: -x / zoom, y: -y / zoom, width: view.width / zoom, height: view.height / zoom };
}

/** Brings the middle of a box to the middle of the view. */
export function centeredOn(from: GraphViewport, box: GraphBox, view: Size): GraphViewport {
  return {
    zoom: from.zoom,
    x: view.width / 2 - (box.x + box.width / 2) * from.zoom,
    y: view.height / 2 - (box.y + box.height / 2) * from.zoom,
  };
}

/** A box with a part of its size more on each side. */
export function grown({ x, y, width, height }: GraphBox, part: number): GraphBox {
  const [across, along] = [width * part, height * part];
  return { x: x - across, y: y - along, width: width + 2 * across, height: height + 2 * along };
}

/** The part of a box that lies in another, or an empty one at its edge. */
export function cutTo(box: GraphBox, other: GraphBox): GraphBox {
  const [x, right] = overlap([box.x, box.width], [other.x, other.width]);
  const [y, bottom] = overlap([box.y, box.height], [other.y, other.height]);
  return { x, y, width: right - x, height: bottom - y };
}

type Stretch = readonly [from: number, length: number];

function overlap([one, length]: Stretch, [other, whole]: Stretch): readonly [number, number] {
  const within = (at: number) => Math.min(other + whole, Math.max(other, at));
  return [within(one), within(one + length)];
}

/** Whether all of a box lies in another one. */
export function isWithin(inner: GraphBox, outer: GraphBox): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** Whether two boxes share a point. */
export function overlaps(one: GraphBox, other: GraphBox): boolean {
  return (
    one.x <= other.x + other.width &&
    other.x <= one.x + one.width &&
    one.y <= other.y + other.height &&
    other.y <= one.y + one.height
  );
}
