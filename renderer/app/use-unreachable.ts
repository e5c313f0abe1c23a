import { useStore } from 'zustand';
import { useEngine } from '../client/engine-context.ts';

/** Why the engine cannot be reached; undefined while it can, and in the desktop app, which starts it again by itself. */
export function useUnreachable(): string | undefined {
  const engine = useStore(useEngine().state, (state) => state.engine);
  if (window.dagwright !== undefined || engine.phase !== 'restarting') return undefined;
  return engine.detail;
}
