import { doesFloat } from './use-shortcuts.ts';

/** Says what has the focus once no menu and no dialog is open, and whether one was; returns what ends the wait. */
export function onceNothingFloats(
  tell: (focused: Element, hasFloated: boolean) => void,
): () => void {
  let frame = 0;
  let hasFloated = false;
  const look = (): void => {
    cancelAnimationFrame(frame);
    // What closes gives the focus back in the next frame, if there is still something to give it to.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        hasFloated ||= doesFloat();
        if (doesFloat()) return;
        stop();
        tell(document.activeElement ?? document.body, hasFloated);
      });
    });
  };
  const closing = new MutationObserver(look);
  const stop = (): void => {
    closing.disconnect();
    cancelAnimationFrame(frame);
  };
  closing.observe(document.body, { childList: true });
  look();
  return stop;
}
