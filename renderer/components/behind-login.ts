import { createContext, useContext } from 'react';

const BehindLoginContext = createContext(false);

export const BehindLoginProvider = BehindLoginContext.Provider;

/**
 * Whether the view waits behind the login. Dialogs stand outside of the element that is hidden then and keep the focus to
 * themselves, so they close until the view is back.
 */
export function useBehindLogin(): boolean {
  return useContext(BehindLoginContext);
}
