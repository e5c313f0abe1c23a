import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { findError } from './find-error.ts';
import type { LogMatch, LogMode } from './log-source.ts';
import type { LogStore } from './log-store.ts';

interface ErrorJump {
  readonly log: LogStore;
  readonly mode: LogMode;
  /** Whether stderr has a log of its own to look into. */
  readonly hasStderr: boolean;
  readonly onMode: (mode: LogMode) => void;
  readonly onFound: (match: LogMatch) => void;
}

/** Looks for the first error once the log on show is there; in stderr where stdout has none. Returns how to begin. */
export function useErrorJump({ log, mode, hasStderr, onMode, onFound }: ErrorJump): () => void {
  const [isSeeking, setSeeking] = useState(false);
  const phase = useStore(log, (state) => state.phase);
  useEffect(() => {
    // The store is asked, not the last drawing: another log may have been chosen in this very moment.
    if (!isSeeking || log.getState().phase !== 'ready') return undefined;
    let isCurrent = true;
    void findError(log).then((match) => {
      if (!isCurrent) return;
      if (match === undefined && mode === 'stdout' && hasStderr) return onMode('stderr');
      setSeeking(false);
      if (match !== undefined) onFound(match);
    });
    return () => {
      isCurrent = false;
    };
  }, [isSeeking, phase, log, mode, hasStderr, onMode, onFound]);
  return () => setSeeking(true);
}
