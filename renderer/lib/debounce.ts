/** Runs once after calls have been quiet for a while; `cancel` forgets what is pending. */
export function debounced(delayMs: number, run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const call = () => {
    clearTimeout(timer);
    timer = setTimeout(run, delayMs);
  };
  return Object.assign(call, { cancel: () => clearTimeout(timer) });
}
