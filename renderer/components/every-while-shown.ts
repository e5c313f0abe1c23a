/** Calls back every so often, and when the window is shown again; a hidden window is left alone. Returns what ends it. */
export function everyWhileShown(everyMs: number, callback: () => void): () => void {
  const tick = () => document.hidden || callback();
  const timer = setInterval(tick, everyMs);
  document.addEventListener('visibilitychange', tick);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}
