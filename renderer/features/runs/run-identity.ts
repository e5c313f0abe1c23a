import { createContext, useContext } from 'react';

/** A run by its name and id. */
export interface RunPlace {
  readonly name: string;
  readonly dagRunId: string;
}

/** Which run a page shows. */
export interface RunIdentity extends RunPlace {
  /** The first of the callers of a sub-run; absent for a run that nobody called. */
  readonly root?: RunPlace;
}

const RunIdentityContext = createContext<RunIdentity>({ name: '', dagRunId: '' });

export const RunIdentityProvider = RunIdentityContext.Provider;

/** Which run the page around a component shows. */
export function useRunIdentity(): RunIdentity {
  return useContext(RunIdentityContext);
}
