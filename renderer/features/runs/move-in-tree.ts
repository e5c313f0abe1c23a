import type { KeyboardEvent } from 'react';

/** The arrow keys, Home and End move the focus through the rows of a tree, whatever is folded. */
export function moveInTree(event: KeyboardEvent<HTMLElement>): void {
  if (event.defaultPrevented) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="treeitem"]')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: rows.length - 1,
  };
  const target = targets[event.key];
  if (at < 0 || target === undefined) return;
  event.preventDefault();
  rows[Math.max(0, Math.min(rows.length - 1, target))]?.focus();
}
