import { createContext, useContext } from 'react';

const SaidAboveContext = createContext<string | undefined>(undefined);

export const SaidAboveProvider = SaidAboveContext.Provider;

/** The problem that stands above the view, so that the view need not say it again. */
export function useSaidAbove(): string | undefined {
  return useContext(SaidAboveContext);
}
