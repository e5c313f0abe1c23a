import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Location, Navigation } from '../lib/navigation.ts';

const NavigationContext = createContext<Navigation | undefined>(undefined);

export const NavigationProvider = NavigationContext.Provider;

/** Ways to other pages. Throws without a NavigationProvider around this. */
export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (navigation === undefined) throw new Error('useNavigation needs a NavigationProvider.');
  return navigation;
}

/** Where the window is, also after it has moved on. */
export function useLocation(): Location {
  return useStore(useNavigation().location);
}
