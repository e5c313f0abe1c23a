import { useId, useState, type KeyboardEvent, type RefObject } from 'react';
import { formatShortcut, isCommandKey } from '../lib/shortcut.ts';
import { movedCursor } from '../lib/row-cursor.ts';
import { texts } from './texts.ts';
import { useListedKeys, useShortcuts } from './use-shortcuts.ts';

export interface RowKeys {
  readonly count: number;
  /** The element that scrolls, which is the one stop of Tab for all rows. */
  readonly scroller: RefObject<HTMLElement | null>;
  readonly scrollTo: (index: number) => void;
  /** Enter. */
  readonly onOpen?: (index: number) => void;
  /** `x` and Space. */
  readonly onTick?: (index: number) => void;
  /** With Shift: everything between two rows. */
  readonly onRange?: (from: number, to: number) => void;
  /** Ctrl A. */
  readonly onAll?: () => void;
  /** Escape. */
  readonly onClear?: () => void;
  /** The menu of a row, for its keys. */
  readonly onMenu?: (index: number, element: HTMLElement) => void;
}

/** The keys of a list: arrows and `j` `k` move, Enter opens, and so on. `j` and `k` find the list from anywhere on its page. */
export function useRowKeys(keys: RowKeys) {
  const { count, scroller, scrollTo } = keys;
  const listId = useId();
  const [cursor, setCursor] = useState(-1);
  const rowId = (index: number) => `${listId}${index}`;
  const find = (): void => {
    scroller.current?.focus({ preventScroll: true });
  };
  useShortcuts({
    j: { label: texts.rows.down, run: find },
    k: { label: texts.rows.up, run: find },
  });
  useListedKeys({
    ...(keys.onOpen && { Enter: { label: texts.rows.open } }),
    ...(keys.onTick && { x: { label: texts.rows.tick } }),
    ...(keys.onAll && { [formatShortcut('A')]: { label: texts.rows.tickAll } }),
    ...(keys.onClear && { Escape: { label: texts.rows.clear } }),
  });

  const act = (event: KeyboardEvent): (() => void) | undefined => {
    const { key } = event;
    const { onOpen, onTick, onRange, onAll, onClear, onMenu } = keys;
    if (isCommandKey(event)) return key.toLowerCase() === 'a' ? onAll : undefined;
    const next = movedCursor(key, cursor, count);
    if (next !== undefined) {
      return () => {
        setCursor(next);
        scrollTo(next);
        if (event.shiftKey) onRange?.(cursor, next);
      };
    }
    if (key === 'Escape') return onClear;
    if (cursor < 0 || cursor >= count) return undefined;
    if (key === 'Enter') return onOpen && (() => onOpen(cursor));
    if (key === 'x' || key === ' ') return onTick && (() => onTick(cursor));
    const row = document.getElementById(rowId(cursor));
    const isMenu = key === 'ContextMenu' || (key === 'F10' && event.shiftKey);
    return isMenu && row && onMenu ? () => onMenu(cursor, row) : undefined;
  };

  return {
    cursor,
    rowId,
    /** For the element that scrolls. */
    listProps: {
      tabIndex: 0,
      'aria-activedescendant': cursor < 0 ? undefined : rowId(cursor),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.target !== event.currentTarget) return;
        const work = act(event);
        if (work === undefined) return;
        event.preventDefault();
        work();
      },
      onFocus: (event: React.FocusEvent) => {
        if (event.target === event.currentTarget && cursor < 0 && count > 0) setCursor(0);
      },
    },
  };
}
