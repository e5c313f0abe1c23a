import { useEffect, useRef, type RefObject } from 'react';

/**
 * Takes the focus to the page when another one is opened and nothing has it: the next Tab then reaches what is new, and
 * not the frame once more.
 */
export function usePageFocus(path: string): RefObject<HTMLElement | null> {
  const page = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return undefined;
    shown.current = path;
    // A dialog that led here gives the focus back in the next frame, mostly to something that is gone by then.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (document.activeElement === document.body) page.current?.focus({ preventScroll: true });
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [path]);
  return page;
}
