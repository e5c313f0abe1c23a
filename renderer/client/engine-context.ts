import { createContext, useContext } from 'react';
import type { EngineConnection } from './engine-connection.ts';

const EngineContext = createContext<EngineConnection | undefined>(undefined);

export const EngineProvider = EngineContext.Provider;

/** The connection to the engine, for features to give to their stores. */
export function useEngine(): EngineConnection {
  const connection = useContext(EngineContext);
  if (connection === undefined) throw new Error('useEngine needs an EngineProvider above it.');
  return connection;
}
