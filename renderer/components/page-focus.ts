import { onceNothingFloats } from './once-nothing-floats.ts';

/** Gives the focus to the page if what had it is gone with a dialog or a note: the next Tab then reaches what is new. */
export function focusPageIfLost(): void {
  onceNothingFloats((focused) => {
    if (focused !== document.body) return;
    document.querySelector('main')?.focus({ preventScroll: true });
  });
}
