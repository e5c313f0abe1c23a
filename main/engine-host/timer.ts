/** Calls back once after a delay; the returned function cancels that and is safe to call twice. */
export type Timer = (delayMs: number, callback: () => void) => () => void;

/** The real one. Its waits are seconds, far below what overflows Node's timers. */
export const realTimer: Timer = (delayMs, callback) => {
  const timeout = setTimeout(callback, delayMs);
  return () => clearTimeout(timeout);
};
