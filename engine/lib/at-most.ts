export interface AtMostOptions {
  /** Tasks that run at once. */
  readonly running: number;
  /** Tasks that may wait for their turn; one more is refused with what `refuse` makes. */
  readonly waiting: number;
  readonly refuse: () => Error;
}

/** Runs tasks in the order they came, no more than so many at once. */
export function atMost({ running, waiting, refuse }: AtMostOptions) {
  const queue: (() => void)[] = [];
  let active = 0;

  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (active >= running) {
      if (queue.length >= waiting) throw refuse();
      // Whoever ends hands its place over, so the count stays as it is.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      active += 1;
    }
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next === undefined) active -= 1;
      else next();
    }
  };
}
