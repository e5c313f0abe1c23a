/**
 * Collects what comes in and hands it on together a little later, so that a flood costs no more than a trickle;
 * `cancel` forgets what is pending.
 */
export function batched<T>(delayMs: number, apply: (items: readonly T[]) => void) {
  let pending: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    const items = pending;
    pending = [];
    timer = undefined;
    apply(items);
  };
  const add = (item: T) => {
    pending.push(item);
    timer ??= setTimeout(flush, delayMs);
  };
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
    pending = [];
  };
  return Object.assign(add, { cancel });
}
