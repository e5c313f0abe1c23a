/**
 * Starts processes one for each turn of the event loop: a start blocks the loop for a millisecond or more, and a
 * hundred in a row would hold up every answer.
 */
export interface SpawnQueue {
  readonly add: (start: () => void) => void;
}

export function createSpawnQueue(): SpawnQueue {
  const waiting: (() => void)[] = [];
  let scheduled = false;

  function schedule(): void {
    if (scheduled || waiting.length === 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
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
  };
}
