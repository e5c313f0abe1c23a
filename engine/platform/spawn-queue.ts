/**
 * Starts processes one for each turn of the event loop: a start blocks the loop for a millisecond or more, and a
 * hundred in a row would hold up every answer.
 */
export interface SpawnQueue {
  readonly add: (start: () => void) => void;
  /** Starts nothing until the returned function is called, which is safe to call twice. */
  readonly hold: () => () => void;
}

export function createSpawnQueue(): SpawnQueue {
  const waiting: (() => void)[] = [];
  const holds = new Set<symbol>();
  let scheduled = false;

  function schedule(): void {
    if (scheduled || waiting.length === 0 || holds.size > 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      if (holds.size > 0) return;
      const start = waiting.shift();
      schedule();
      start?.();
    });
  }

  return {
    add: (start) => {
      waiting.push(start);
      schedule();
    },
    hold: () => {
      const key = Symbol('hold');
      holds.add(key);
      return () => {
        if (holds.delete(key)) schedule();
      };
    },
  };
}
