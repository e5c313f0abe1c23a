import { createContext, useContext, useEffect, useState } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Command } from './CommandMenu.tsx';

/** The commands of the view on show, which the palette offers beside its own. */
export type PageCommands = StoreApi<readonly Command[]>;

/** No commands, until a view brings its own. */
export function createPageCommands(): PageCommands {
  return createStore<readonly Command[]>(() => []);
}

const PageCommandsContext = createContext<PageCommands | undefined>(undefined);

export const PageCommandsProvider = PageCommandsContext.Provider;

/** Offers commands for as long as the view stands, and answers with where the present ones are found. */
export function usePageCommands(commands: readonly Command[]): PageCommands {
  const [own] = useState(createPageCommands);
  const store = useContext(PageCommandsContext) ?? own;
  useEffect(() => {
    store.setState(commands, true);
  }, [store, commands]);
  useEffect(() => () => store.setState([], true), [store]);
  return store;
}
