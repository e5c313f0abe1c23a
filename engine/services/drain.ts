import { EngineError } from '../contract/errors.ts';
import { operations, type CallEngine } from '../contract/operations.ts';
import type { Clock } from '../lib/clock.ts';

/** The way in, which can be closed. */
export interface Drain {
  readonly call: CallEngine;
  /** Refuses whatever would change something, and resolves when all answers under way are given, or time is over. */
  readonly drain: () => Promise<void>;
  /** Refuses everything. */
  readonly close: () => void;
}

/** Longer than any answer should take; waits of start-sync are given up then. */
const DRAIN_MS = 5000;

/** While it drains only reads are answered, and after it nothing: both refuse with `service_unavailable`. */
export function createDrain(answer: CallEngine, clock: Clock): Drain {
  const underWay = new Set<Promise<unknown>>();
  let state: 'open' | 'draining' | 'closed' = 'open';

  const call: CallEngine = async (name, input, caller) => {
    if (state === 'closed') throw new EngineError('service_unavailable', 'The engine has stopped.');
    if (state === 'draining' && operations[name].method !== 'get') {
      throw new EngineError('service_unavailable', 'The engine is stopping.');
    }
    const answering = answer(name, input, caller);
    underWay.add(answering);
    try {
      return await answering;
    } finally {
      underWay.delete(answering);
    }
  };

  return {
    call,
    drain: async () => {
      state = 'draining';
      await inTime(Promise.allSettled(underWay), clock);
    },
    close: () => {
      state = 'closed';
    },
  };
}

function inTime(work: Promise<unknown>, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(DRAIN_MS, resolve);
    void work.then(() => {
      cancel();
      resolve();
    });
  });
}
