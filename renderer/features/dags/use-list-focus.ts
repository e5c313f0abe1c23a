import { useEffect } from 'react';
import { onceNothingFloats } from '../../components/once-nothing-floats.ts';
import { useToasts } from '../../components/toast-context.ts';
import { useKeptFocus } from '../../components/use-kept-focus.ts';

/** Gives the focus to the rows of the list, which are one stop of Tab. */
export function focusRows(): void {
  document.querySelector<HTMLElement>('.list-rows')?.focus({ preventScroll: true });
}

/**
 * The rows get the focus that a button loses by going: one above the list, to whose element the answer belongs, or one of a toast
 * that takes back what was done in the list.
 */
export function useListFocus() {
  const toasts = useToasts();
  useEffect(() => {
    let stop = () => {};
    const unsubscribe = toasts.subscribe(() => {
      // The toast that goes is still drawn, with the focus in it.
      if (document.activeElement?.closest('.toast') == null) return;
      stop();
      stop = onceNothingFloats((focused) => {
        if (focused === document.body) focusRows();
      });
    });
    return () => {
      unsubscribe();
      stop();
    };
  }, [toasts]);
  return useKeptFocus(focusRows);
}
