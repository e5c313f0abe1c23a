import { useEffect, useRef, type FocusEvent } from 'react';
import { onceNothingFloats } from './once-nothing-floats.ts';
import { floating } from './use-shortcuts.ts';

/**
 * For buttons that go, or are disabled, by what they do, such as those of a row that is removed: `take` gives the focus to what
 * stays, also when it was in a dialog that such a button opened. What it returns is for the element that holds them.
 */
export function useKeptFocus(take: (from: Element) => void) {
  const last = useRef<Element>(undefined);
  // It may be enabled again by the time at which the focus has gone.
  const wasLost = useRef(false);
  const stop = useRef<() => void>(undefined);
  const wait = (): void => {
    stop.current?.();
    stop.current = onceNothingFloats((focused, hasFloated) => {
      const from = last.current;
      if (from === undefined || from === focused) return;
      const isTaken = hasFloated || wasLost.current || isLost(from);
      last.current = undefined;
      wasLost.current = false;
      // A click on nothing takes the focus away on purpose.
      if (focused === document.body && isTaken) take(from);
    });
  };
  useEffect(() => {
    if (last.current === undefined || !isLost(last.current)) return;
    wasLost.current = true;
    wait();
  });
  useEffect(() => () => stop.current?.(), []);
  return {
    onFocus: ({ target }: FocusEvent) => {
      last.current = target;
      wasLost.current = false;
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // A menu takes the focus a moment after its button has lost it.
      if (relatedTarget === null || relatedTarget.closest(floating)) wait();
      else last.current = undefined;
    },
  };
}

function isLost(element: Element): boolean {
  return !element.isConnected || element.matches(':disabled');
}
