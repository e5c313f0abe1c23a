import { useEffect, useRef } from 'react';
import { isTyping } from '../lib/shortcut.ts';

type Shortcuts = Readonly<Record<string, () => void>>;

/** Single keys of a page, by `event.key`. They rest while the person types or a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
      const action = current.current[event.key];
      if (action === undefined || isTyping(event) || isDialogOpen()) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function isDialogOpen(): boolean {
  return document.querySelector('.scrim, [role="dialog"], [role="menu"]') !== null;
}
