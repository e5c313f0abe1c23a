import { texts } from './texts.ts';
/** Whether a key press belongs to what the person types in, and so is no command of the page. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, [role="textbox"], [role="menu"], [role="dialog"]') !==
      null
  );
}

/** ⌘ on a Mac, Ctrl elsewhere. */
export function isCommandKey(event: { readonly metaKey: boolean; readonly ctrlKey: boolean }) {
  return isMac() ? event.metaKey : event.ctrlKey;
}

/** How a shortcut is written on this machine: `⌘K` or `Ctrl K`. */
export function formatShortcut(key: string): string {
  return isMac() ? `⌘${key}` : `${texts.controlKey} ${key}`;
}

function isMac(): boolean {
  return navigator.platform.startsWith('Mac');
}
