/** Runs once after calls have been quiet for a while; `cancel` forgets what is pending, and says whether anything was. */
export function debounced(delayMs: number, run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): boolean => {
    const isPending = timer !== undefined;
    clearTimeout(timer);
    timer = undefined;
    return isPending;
  };
  const call = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      run();
    }, delayMs);
  };
  return Object.assign(call, { cancel });
}
