import type { RunDetail } from '../contract/run.ts';
import type { Clock } from '../lib/clock.ts';

/** People who wait for a run to end or to stop for an approval: start-sync, and whoever runs in process. */
export interface RunWaiters {
  /** Resolves with the run, or with null when the time is over. */
  readonly wait: (runKey: string, timeoutMs: number) => Promise<RunDetail | null>;
  /** Those who wait for this run get null now. */
  readonly giveUp: (runKey: string) => void;
  readonly giveUpAll: () => void;
  /** Tells those who wait for this run; `detail` is asked for only when there are any. */
  readonly settle: (runKey: string, detail: () => RunDetail) => void;
}

/** Those who wait for the end of a run, each until their own time limit, which is answered with null. */
export function createRunWaiters(clock: Clock): RunWaiters {
  const waiting = new Map<string, Set<(detail: RunDetail | null) => void>>();

  function giveUp(runKey: string): void {
    for (const end of [...(waiting.get(runKey) ?? [])]) end(null);
  }

  return {
    wait: (runKey, timeoutMs) =>
      new Promise((resolve) => {
        const cancel = clock.after(timeoutMs, () => end(null));
        const listeners = waiting.get(runKey) ?? new Set();
        waiting.set(runKey, listeners.add(end));
        function end(detail: RunDetail | null): void {
          cancel();
          listeners.delete(end);
          if (listeners.size === 0) waiting.delete(runKey);
          resolve(detail);
        }
      }),
    giveUp,
    giveUpAll: () => [...waiting.keys()].forEach(giveUp),
    settle: (runKey, detail) => {
      const listeners = waiting.get(runKey);
      if (listeners === undefined) return;
      const run = detail();
      for (const end of [...listeners]) end(run);
    },
  };
}
