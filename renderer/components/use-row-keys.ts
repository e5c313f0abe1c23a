import {
  useId,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { formatShortcut, isCommandKey } from '../lib/shortcut.ts';
import { movedCursor } from '../lib/row-cursor.ts';
import { controlBeside, openRowMenu, rowOf } from './row-controls.ts';
import { texts } from './texts.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useListedKeys, useShortcuts } from './use-shortcuts.ts';

export interface RowKeys {
  readonly count: number;
  /** The element that scrolls, which is the one stop of Tab for all rows. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** For lists that draw only the rows in sight. */
  readonly scrollTo?: (index: number) => void;
  /** Where the cursor begins; without it, at the first row. */
  readonly first?: () => number;
  /** Where a move comes to rest, in a list of which not every row is a stop. */
  readonly rest?: (from: number, to: number) => number;
  /** Enter. */
  readonly onOpen?: ((index: number) => void) | undefined;
  /** What Enter does, where it opens nothing. */
  readonly openLabel?: string | undefined;
  /** `x` and Space. */
  readonly onTick?: (index: number) => void;
  /** With Shift: everything between two rows. */
  readonly onRange?: (from: number, to: number) => void;
  /** Ctrl A. */
  readonly onAll?: () => void;
  /** Escape. */
  readonly onClear?: () => void;
  /** The menu of a row, for its keys; without it, the one of a button in the row. */
  readonly onMenu?: (index: number, element: HTMLElement) => void;
}

/**
 * The keys of a list: arrows and `j` `k` move, Enter opens, ArrowRight goes to what else is in the row, and so on. `j` and `k`
 * find the list from anywhere on its page.
 */
export function useRowKeys(keys: RowKeys) {
  const { count, scroller } = keys;
  const listId = useId();
  const [chosen, setCursor] = useState(-1);
  // Rows may have gone since.
  const cursor = Math.min(chosen, count - 1);
  const rowId = (index: number) => `${listId}${index}`;
  const indexOf = (element: Element) =>
    Number(rowOf(element)?.id.slice(listId.length) || String(cursor));
  const find = (): void => {
    scroller.current?.focus({ preventScroll: true });
  };
  const kept = useKeptFocus((from) => {
    if (from !== scroller.current) setCursor(indexOf(from));
    find();
  });
  usePageKeys(keys, find);

  const moveTo = (index: number): void => {
    setCursor(index);
    if (keys.scrollTo) keys.scrollTo(index);
    else document.getElementById(rowId(index))?.scrollIntoView({ block: 'nearest' });
    find();
  };
  const act = (event: KeyboardEvent): (() => void) | undefined => {
    const { key, shiftKey } = event;
    const target = event.target as Element;
    const isInRow = target !== scroller.current;
    if (event.altKey) return undefined;
    if (isCommandKey(event)) return key.toLowerCase() === 'a' ? keys.onAll : undefined;
    const at = isInRow ? indexOf(target) : cursor;
    const to = movedCursor(key, at, count);
    if (to !== undefined) {
      const next = keys.rest?.(at, to) ?? to;
      return () => {
        moveTo(next);
        if (shiftKey) keys.onRange?.(at, next);
      };
    }
    if (key === 'Escape') return isInRow ? find : keys.onClear;
    const row = document.getElementById(rowId(at));
    if (at < 0 || row === null) return undefined;
    if (key === 'ArrowRight') return () => controlBeside(row, target, key)?.focus();
    if (key === 'ArrowLeft' && isInRow) {
      return () => (controlBeside(row, target, key) ?? scroller.current)?.focus();
    }
    if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) {
      return () => (keys.onMenu ? keys.onMenu(at, row) : openRowMenu(row));
    }
    // The rest is the business of what has the focus in the row.
    return isInRow ? undefined : rowAct(keys, key, at);
  };

  const click = (event: MouseEvent): void => {
    const row = isInside(event) ? rowOf(event.target as Element) : null;
    if (row === null || !row.id.startsWith(listId) || isForControl(event)) return;
    const at = indexOf(row);
    setCursor(at);
    if (isCommandKey(event)) keys.onTick?.(at);
    else if (event.shiftKey) keys.onRange?.(cursor, at);
    // What Enter does instead of opening is no surprise for a click.
    else if (keys.openLabel === undefined) keys.onOpen?.(at);
  };

  return {
    cursor,
    rowId,
    /** For the element that scrolls. */
    listProps: {
      tabIndex: 0,
      'aria-activedescendant': cursor < 0 ? undefined : rowId(cursor),
      // Before a button in a row, whose own arrows would open its menu.
      onKeyDownCapture: (event: KeyboardEvent) => {
        if (!isInside(event)) return;
        const work = act(event);
        if (work === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        work();
      },
      onClick: click,
      onFocus: (event: FocusEvent) => {
        if (!isInside(event)) return;
        kept.onFocus(event);
        if (event.target !== event.currentTarget) setCursor(indexOf(event.target));
        // Also where the rows are still to come.
        else if (cursor < 0) setCursor(keys.first?.() ?? 0);
      },
      onBlur: (event: FocusEvent) => {
        if (isInside(event)) kept.onBlur(event);
      },
    },
  };
}

/** What a popover of a row gets, its row gets too, but is not meant. */
function isInside({ currentTarget, target }: KeyboardEvent | FocusEvent | MouseEvent): boolean {
  return currentTarget.contains(target as Node);
}

/** Whether a click is the business of what stands in the row, or has marked some of its text. */
function isForControl({ target, defaultPrevented }: MouseEvent): boolean {
  const control = (target as Element).closest('a, button, input, label, select, textarea');
  return defaultPrevented || control !== null || window.getSelection()?.isCollapsed === false;
}

function rowAct({ onOpen, onTick }: RowKeys, key: string, at: number) {
  if (key === 'Enter') return onOpen && (() => onOpen(at));
  if (key === 'x' || key === ' ') return onTick && (() => onTick(at));
  return undefined;
}

/** The keys that hold on the whole page, and what the list of keys says. */
function usePageKeys(
  { onOpen, openLabel, onTick, onAll, onClear }: RowKeys,
  find: () => void,
): void {
  useShortcuts({
    j: { label: texts.rows.down, run: find },
    k: { label: texts.rows.up, run: find },
  });
  useListedKeys({
    ...(onOpen && {
      Enter: { label: openLabel ?? texts.rows.open },
      '→': { label: texts.rows.controls },
    }),
    ...(onTick && { x: { label: texts.rows.tick } }),
    ...(onAll && { [formatShortcut('A')]: { label: texts.rows.tickAll } }),
    ...(onClear && { Escape: { label: texts.rows.clear } }),
  });
}
