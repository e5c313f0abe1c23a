import type { BrowserWindow } from 'electron';

type ShownWindow = Pick<BrowserWindow, 'isMinimized' | 'restore' | 'show' | 'focus'>;

/** Brings the window to the front, opening one where none is left. */
export function showWindow<W extends ShownWindow>(
  { getAllWindows }: { readonly getAllWindows: () => readonly W[] },
  open: () => W,
): W {
  const [window] = getAllWindows();
  if (window === undefined) return open();
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  return window;
}
