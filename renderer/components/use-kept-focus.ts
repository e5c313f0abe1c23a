import { useEffect, useRef, type FocusEvent } from 'react';
import { doesFloat, floating } from './use-shortcuts.ts';

/**
 * For buttons that go, or are disabled, by what they do, such as those of a row that is removed: `take` gives the focus to what
 * stays, also when it was in a dialog that such a button opened. What it returns is for the element that holds them.
 */
export function useKeptFocus(take: (from: Element) => void) {
  const last = useRef<Element>(undefined);
  const stop = useRef<() => void>(undefined);
  const wait = (): void => {
    stop.current?.();
    stop.current = onceNothingFloats((focused, hasFloated) => {
      const from = last.current;
      if (from === undefined || from === focused) return;
      last.current = undefined;
      // A click on nothing takes the focus away on purpose.
      if (focused === document.body && (hasFloated || isLost(from))) take(from);
    });
  };
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
