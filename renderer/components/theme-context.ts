import { createContext, useContext } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import type { ThemeState } from '../lib/theme.ts';

const ThemeContext = createContext<StoreApi<ThemeState> | undefined>(undefined);

export const ThemeProvider = ThemeContext.Provider;

/** The theme of the window. Throws without a ThemeProvider around this. */
export function useTheme(): StoreApi<ThemeState> {
  const theme = useContext(ThemeContext);
  if (theme === undefined) throw new Error('useTheme needs a ThemeProvider.');
  return theme;
}
