import { createContext, useContext } from 'react';
import type { RunIdentity } from './run-store.ts';

const RunIdentityContext = createContext<RunIdentity>({ name: '', dagRunId: '' });

export const RunIdentityProvider = RunIdentityContext.Provider;

/** Which run the page around a component shows. */
export function useRunIdentity(): RunIdentity {
  return useContext(RunIdentityContext);
}
