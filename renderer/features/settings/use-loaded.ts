import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { EngineConnection } from '../../client/engine-connection.ts';
import { useEngine } from '../../client/engine-context.ts';
import { createLoadedStore, type LoadedState } from './loaded-store.ts';

/** Loads something for as long as the component stands. Another `load` later is not looked at: give it a key. */
export function useLoaded<T>(load: (engine: EngineConnection) => Promise<T>): LoadedState<T> {
  const engine = useEngine();
  const [store] = useState(() => createLoadedStore(engine, () => load(engine)));
  useEffect(() => store.getState().start(), [store]);
  return useStore(store);
}
