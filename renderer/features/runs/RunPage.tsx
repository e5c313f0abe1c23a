import './run-page.css';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useEngine } from '../../client/engine-context.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { createLogStore } from './log/log-store.ts';
import { RunIdentityProvider, type RunIdentity } from './run-identity.ts';
import { createRunStore } from './run-store.ts';
import { RunView } from './RunView.tsx';
import { createStepStore } from './step-store.ts';

/** One run, be it started or called by another: its steps, their picture, and the log of the selected one. */
export function RunPage({ name, dagRunId, root }: RunIdentity) {
  const engine = useEngine();
  // The page is made anew for another run, so that what it began with holds.
  const [identity] = useState(() => ({ name, dagRunId, ...(root ? { root } : {}) }));
  const stores = useMemo(
    () => ({
      store: createRunStore(engine, identity),
      log: createLogStore(engine, identity),
      steps: createStepStore(engine, identity),
    }),
    [engine, identity],
  );
  const { store, log } = stores;
  useEffect(() => store.getState().start(log.getState().grew), [store, log]);
  const { run, missing, refresh } = useStore(store);

  if (run === undefined) {
    return missing === undefined ? null : (
      <ErrorNote message={missing} onRetry={() => void refresh()} />
    );
  }
  return (
    <RunIdentityProvider value={identity}>
      <RunView run={run} identity={identity} {...stores} />
    </RunIdentityProvider>
  );
}
