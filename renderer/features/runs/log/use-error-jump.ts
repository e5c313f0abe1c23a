import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { findError } from './find-error.ts';
import type { LogMatch, LogMode, Stream } from './log-source.ts';
import type { LogStore } from './log-store.ts';

interface ErrorJump {
  readonly log: LogStore;
  readonly mode: LogMode;
  /** Whether stderr has a log of its own to look into. */
  readonly hasStderr: boolean;
  readonly onStream: (stream: Stream) => void;
  readonly onFound: (match: LogMatch) => void;
}

/**
 * Looks for the first error once the log on show is there; in stderr where stdout has none. Where no line speaks of one and
 * stderr is empty, the last line of stdout is what the step said before it failed. Returns how to begin.
 */
export function useErrorJump({ log, mode, hasStderr, onStream, onFound }: ErrorJump): () => void {
  const [isSeeking, setSeeking] = useState(false);
  const phase = useStore(log, (state) => state.phase);
  useEffect(() => {
    // The store is asked, not the last drawing: another log may have been chosen in this very moment.
    if (!isSeeking || log.getState().phase !== 'ready') return undefined;
    let isCurrent = true;
    void look(log, mode, hasStderr).then((found) => {
      if (!isCurrent) return;
      if (typeof found === 'string') return onStream(found);
      setSeeking(false);
      if (found !== undefined) onFound(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [isSeeking, phase, log, mode, hasStderr, onStream, onFound]);
  return () => setSeeking(true);
}

/** A line of the log on show, or the stream that is to be looked into next. */
async function look(
  log: LogStore,
  mode: LogMode,
  hasStderr: boolean,
): Promise<LogMatch | Stream | undefined> {
  const match = await findError(log);
  const { rows, segments, hasStderrLines } = log.getState();
  if (match !== undefined || !hasStderr) return match;
  if (mode === 'stderr') return rows === 0 ? 'stdout' : undefined;
  if (mode !== 'stdout') return undefined;
  if (await hasStderrLines()) return 'stderr';
  const lines = segments[0]?.lines ?? 0;
  return lines === 0 ? undefined : { segment: 0, line: lines };
}
