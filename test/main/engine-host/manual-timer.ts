import type { Timer } from '../../../main/engine-host/timer.ts';

/** Time that passes when the test says so. */
export function manualTimer() {
  let waiting: { readonly delayMs: number; readonly callback: () => void }[] = [];

  const after: Timer = (delayMs, callback) => {
    const entry = { delayMs, callback };
    waiting.push(entry);
    return () => {
      waiting = waiting.filter((other) => other !== entry);
    };
  };

  return {
    after,
    delays: () => waiting.map(({ delayMs }) => delayMs),
    /** Calls back what waits, as if all the time had passed. */
    pass: () => {
      const due = waiting;
      waiting = [];
      for (const { callback } of due) callback();
    },
  };
}
