import { useEffect, type RefObject } from 'react';
import type { GraphView } from './graph-view.ts';

/** Between two wheel events of one movement there is less than this. */
const STILL_MS = 150;
const LINE = 20;

/** The wheel moves the graph and with Ctrl, or a pinch, makes it larger; a drag on the ground takes it along. */
export function useGraphGestures(pane: RefObject<HTMLElement | null>, view: GraphView): void {
  useEffect(() => {
    const element = pane.current;
    if (element === null) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    let still: ReturnType<typeof setTimeout> | undefined;
    const stand = () => {
      clearTimeout(still);
      delete element.dataset['moving'];
    };
    // While it moves, the graph is a picture that the screen shifts; drawn sharp again when it stands still. While it grows or
    // shrinks it is none: the screen would draw the picture far beyond its edges, and again for each size.
    const moving = () => {
      element.dataset['moving'] = '';
      clearTimeout(still);
      still = setTimeout(stand, STILL_MS);
    };
    const { panBy, zoomBy, touch } = view.getState();

    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
      const [x, y] = [event.deltaX * unit, event.deltaY * unit];
      if (event.ctrlKey || event.metaKey) {
        stand();
        const { left, top } = element.getBoundingClientRect();
        const point = { x: event.clientX - left, y: event.clientY - top };
        // A notch of a wheel is about 100, a pinch a few at a time.
        return zoomBy(2 ** (-Math.max(-50, Math.min(50, y)) / 100), point);
      }
      moving();
      return event.shiftKey && x === 0 ? panBy(-y, 0) : panBy(-x, -y);
    };
    const onDown = (event: PointerEvent) => {
      touch();
      const isGround = event.target instanceof Element && !event.target.closest('button, input');
      if (event.button === 0 && isGround) element.dataset['grabbed'] = '';
    };
    const onMove = (event: PointerEvent) => {
      if (element.dataset['grabbed'] === undefined) return;
      if (event.buttons !== 1) return onUp();
      // Only a drag captures the pointer, so that a press on a step far away stays a press.
      element.setPointerCapture(event.pointerId);
      moving();
      panBy(event.movementX, event.movementY);
    };
    const onUp = () => void delete element.dataset['grabbed'];

    element.addEventListener('wheel', onWheel, { passive: false, signal });
    element.addEventListener('pointerdown', onDown, { signal });
    element.addEventListener('pointermove', onMove, { signal });
    element.addEventListener('pointerup', onUp, { signal });
    return () => {
      ended.abort();
      clearTimeout(still);
    };
  }, [pane, view]);
}
