import { useEffect, useRef, type RefObject } from 'react';
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';

const ROW = 28;
const nothing = (): void => undefined;

interface EndlessRows {
  /** The element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** The rows in sight. */
  readonly items: readonly VirtualItem[];
  readonly height: number;
  readonly scrollTo: (index: number) => void;
}

/** The rows of a long list that are in sight; `onEnd` is told when the last one is, to load what follows. */
export function useEndlessRows(count: number, onEnd = nothing, rowHeight = ROW): EndlessRows {
  const scroller = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- Whoever draws the rows does so from what is given here.
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (count > 0 && last >= count - 1) onEnd();
  }, [last, count, onEnd]);
  return {
    scroller,
    items,
    height: virtualizer.getTotalSize(),
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  };
}
