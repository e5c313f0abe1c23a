import { createContext, useContext, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isTyping } from '../lib/shortcut.ts';

/** What floats above the page, and has the keys while it does. */
export const floating = '.scrim, [role="dialog"], [role="menu"]';

/** Whether a menu or a dialog is open. */
export function doesFloat(): boolean {
  return document.querySelector(floating) !== null;
}

/** What a key of a page does. */
export interface Shortcut {
  readonly label: string;
  readonly run: () => void;
}

type Shortcuts = Readonly<Record<string, Shortcut>>;

type ListedKeys = Readonly<Record<string, Pick<Shortcut, 'label'>>>;

/** The keys that hold now, with what they do, of each part of the window that binds some. */
export type ShortcutList = StoreApi<Readonly<Record<string, ListedKeys>>>;

/** No keys, until parts of the window bind some. */
export function createShortcutList(): ShortcutList {
  return createStore<Readonly<Record<string, ListedKeys>>>(() => ({}));
}

const ShortcutListContext = createContext<ShortcutList | undefined>(undefined);

export const ShortcutListProvider = ShortcutListContext.Provider;

/**
 * Single keys of a page, by `event.key`, from the moment at which it is seen. They rest while the person types or a dialog is
 * open.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  useLayoutEffect(() => {
    current.current = shortcuts;
  });
  useListedKeys(shortcuts);
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
      const shortcut = current.current[event.key];
      if (shortcut === undefined || isTyping(event) || doesFloat()) return;
      event.preventDefault();
      shortcut.run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Lists what is bound for as long as it is bound, so that the list of keys cannot say anything else. */
export function useListedKeys(shortcuts: ListedKeys): void {
  const list = useContext(ShortcutListContext);
  const id = useId();
  const words = Object.entries(shortcuts).map(([key, { label }]) => `${key} ${label}`);
  const isSame = words.join('\n');
  useEffect(() => {
    list?.setState({ [id]: shortcuts });
    return () => list?.setState(({ [id]: _gone, ...others }) => others, true);
    // What a key does is looked up when it is pressed; only another key or label is news.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [list, id, isSame]);
}
