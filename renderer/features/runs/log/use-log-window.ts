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

/** What stays where it is while heights become known: a row at a distance from the upper edge, or the end. */
type Held = { readonly row: number; readonly below: number } | 'end' | undefined;

/** Which rows of a log are in sight and where they stand. */
export function useLogWindow(scroller: RefObject<HTMLDivElement | null>, input: LogWindowInput) {
  const { rows, isWrapping, resetKey } = input;
  const heights = useMemo(() => new RowHeights(LINE_HEIGHT), []);
  const [view, setView] = useState({ top: 0, height: 0 });
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const frame = useRef(0);
  // To set or ask where it is scrolled to lays out the page at once, which a log that stands at its beginning needs not.
  const isScrolled = useRef(false);
  const held = useRef<Held>(undefined);
  const heldTop = useRef(0);

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
    if (isScrolled.current) scroller.current?.scrollTo({ top: 0 });
    isScrolled.current = false;
    held.current = undefined;
  }, [heights, scroller, resetKey]);

  heights.resize(rows);
  const scale = scrollScale(heights.total, view.height);
  const offset = scale.toOffset(Math.min(view.top, Math.max(0, scale.height - view.height)));
  const from = Math.max(0, heights.rowAt(offset) - OVERSCAN);
  const to = rows === 0 ? -1 : Math.min(rows - 1, heights.rowAt(offset + view.height) + OVERSCAN);
  const first = heights.rowAt(offset);
  const below = heights.startOf(first) - offset;
  const visible = Array.from({ length: to - from + 1 }, (_, index) => ({
    row: from + index,
    top: view.top + heights.startOf(from + index) - offset,
  }));

  const wasWrapping = useRef(isWrapping);
  useLayoutEffect(() => {
    if (wasWrapping.current === isWrapping) return;
    wasWrapping.current = isWrapping;
    heights.reset();
    redraw();
    if (isScrolled.current) held.current ??= { row: first, below };
  });

  const moveTo = (element: HTMLDivElement, top: number): void => {
    isScrolled.current = true;
    if (Math.abs(element.scrollTop - top) >= 1) element.scrollTo({ top });
    heldTop.current = element.scrollTop;
    if (view.top !== element.scrollTop || view.height !== element.clientHeight)
      setView({ top: element.scrollTop, height: element.clientHeight });
  };
  const hold = (what: Held): void => {
    const element = scroller.current;
    held.current = what;
    if (element === null || what === undefined) return;
    const top =
      what === 'end'
        ? element.scrollHeight
        : scale.toScroll(heights.startOf(what.row) - what.below);
    moveTo(element, Math.min(Math.max(0, top), element.scrollHeight - element.clientHeight));
  };
  // Each time: heights become known while rows are drawn, and those above move what is below them.
  useLayoutEffect(() => hold(held.current));

  return {
    rows: visible,
    from,
    to: Math.max(0, to),
    height: scale.height,
    onScroll: () => {
      isScrolled.current = true;
      // A person moved it: what was held is where that person left it.
      if (Math.abs((scroller.current?.scrollTop ?? 0) - heldTop.current) >= 1)
        held.current = undefined;
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(() => {
        const element = scroller.current;
        if (element !== null) setView({ top: element.scrollTop, height: element.clientHeight });
      });
    },
    toEnd: () => {
      if (scale.height > view.height) hold('end');
    },
    /** New rows move nothing from now on. */
    leaveEnd: () => {
      if (held.current === 'end') held.current = undefined;
    },
    toRow: (row: number) => hold({ row, below: (scroller.current?.clientHeight ?? 0) / 3 }),
    measured: (row: number, height: number) => {
      if (heights.set(row, height)) redraw();
    },
  };
}
