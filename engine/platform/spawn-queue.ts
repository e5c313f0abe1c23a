/**
 * Starts processes one for each turn of the event loop: a start blocks the loop for a millisecond or more, and a
 * hundred in a row would hold up every answer.
 */
export interface SpawnQueue {
  readonly add: (start: () => void) => void;
  /** Starts nothing until the returned function is called, which is safe to call twice. */
  readonly hold: () => () => void;
  readonly isHeld: boolean;
  /** Resolves when nothing is held any more and no start waits: for one in each turn, in the order of asking. */
  readonly released: () => Promise<void>;
}

/** One start in each turn of the event loop, so that many at once hold up nothing else. */
export function createSpawnQueue(): SpawnQueue {
  const starts: (() => void)[] = [];
  const held: (() => void)[] = [];
  const holds = new Set<symbol>();
  let scheduled = false;

  function schedule(): void {
    if (scheduled || starts.length + held.length === 0 || holds.size > 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      if (holds.size > 0) return;
      const next = starts.shift() ?? held.shift();
      schedule();
      next?.();
    });
  }

  return {
    add: (start) => {
      starts.push(start);
      schedule();
    },
    hold: () => {
      const key = Symbol('hold');
      holds.add(key);
      return () => {
        if (holds.delete(key)) schedule();
      };
    },
    get isHeld() {
      return holds.size > 0;
    },
    released: () =>
      new Promise((resolve) => {
        held.push(resolve);
        schedule();
      }),
  };
}
