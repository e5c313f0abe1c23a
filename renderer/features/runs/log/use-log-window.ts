import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { RowHeights } from '../../../lib/row-heights.ts';
import { scrollScale } from '../../../lib/scroll-scale.ts';

export const LINE_HEIGHT = 20;
const OVERSCAN = 12;

interface LogWindowInput {
  readonly rows: number;
  readonly isWrapping: boolean;
  /** Another log: heights and place are forgotten. */
  readonly resetKey: unknown;
}

/** Which rows of a log are in sight and where they stand. */
export function useLogWindow(scroller: RefObject<HTMLDivElement | null>, input: LogWindowInput) {
  const { rows, isWrapping, resetKey } = input;
  const heights = useMemo(() => new RowHeights(LINE_HEIGHT), []);
  const [view, setView] = useState({ top: 0, height: 0 });
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const frame = useRef(0);
  // To set or ask where it is scrolled to lays out the page at once, which a log that stands at its beginning needs not.
  const isScrolled = useRef(false);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);

  // Before the view goes to the end of the new log, which happens in the same moment.
  useLayoutEffect(() => {
    heights.reset();
    redraw();
    if (scroller.current !== null && isScrolled.current) scroller.current.scrollTop = 0;
    isScrolled.current = false;
  }, [heights, scroller, resetKey, isWrapping]);

  heights.resize(rows);
  const scale = scrollScale(heights.total, view.height);
  const offset = scale.toOffset(Math.min(view.top, Math.max(0, scale.height - view.height)));
  const from = Math.max(0, heights.rowAt(offset) - OVERSCAN);
  const to = rows === 0 ? -1 : Math.min(rows - 1, heights.rowAt(offset + view.height) + OVERSCAN);
  const visible = Array.from({ length: to - from + 1 }, (_, index) => ({
    row: from + index,
    top: view.top + heights.startOf(from + index) - offset,
  }));

  return {
    rows: visible,
    from,
    to: Math.max(0, to),
    height: scale.height,
    onScroll: () => {
      isScrolled.current = true;
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(() => {
        const element = scroller.current;
        if (element !== null) setView({ top: element.scrollTop, height: element.clientHeight });
      });
    },
    toEnd: () => {
      const element = scroller.current;
      if (element === null || scale.height <= view.height) return;
      isScrolled.current = true;
      element.scrollTop = element.scrollHeight;
      setView({ top: element.scrollTop, height: element.clientHeight });
    },
    toRow: (row: number) => {
      const element = scroller.current;
      if (element === null) return;
      isScrolled.current = true;
      element.scrollTop = scale.toScroll(heights.startOf(row) - element.clientHeight / 3);
    },
    measured: (row: number, height: number) => {
      if (heights.set(row, height)) redraw();
    },
  };
}
