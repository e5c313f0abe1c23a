/**
 * Collects what comes in and hands it on together a little later, so that a flood costs no more than a trickle;
 * `flush` hands on at once what is pending, `cancel` forgets it.
 */
export function batched<T>(delayMs: number, apply: (items: readonly T[]) => void) {
  let pending: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    const items = pending;
    cancel();
    if (items.length > 0) apply(items);
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
  return Object.assign(add, { flush, cancel });
}
