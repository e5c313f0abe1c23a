import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { floating } from './use-shortcuts.ts';

/**
 * The focus stays in a list when the button that had it goes with its row or is disabled: the list itself takes it then, and
 * the keys go on from where they were.
 */
export function useKeptFocus(
  list: RefObject<HTMLElement | null>,
  onTaken: (from: Element) => void,
) {
  const last = useRef<Element>(undefined);
  useEffect(() => {
    if (last.current === undefined || !isLost(last.current)) return undefined;
    // A dialog that led here gives the focus back in the next frame, mostly to something that is gone by then.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(look);
    });
    function look() {
      const { activeElement } = document;
      if (last.current === undefined) return;
      if (activeElement?.closest(floating)) {
        // It closes without the list being drawn again.
        frame = requestAnimationFrame(look);
        return;
      }
      if (activeElement === document.body) {
        onTaken(last.current);
        list.current?.focus({ preventScroll: true });
      }
      last.current = undefined;
    }
    return () => cancelAnimationFrame(frame);
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      last.current = target;
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      const isKept = relatedTarget === null ? isLost(target) : relatedTarget.closest(floating);
      if (!isKept) last.current = undefined;
    },
  };
}

function isLost(element: Element): boolean {
  return !element.isConnected || element.matches(':disabled');
}
