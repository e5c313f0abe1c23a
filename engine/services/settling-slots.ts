import type { RunQueuesOptions } from '../queue/run-queues.ts';
import { settleWaitingSlot } from '../scheduler/waiting-slots.ts';
import type { EngineServices } from './engine-services.ts';
import { toSlot } from './present-slot.ts';

/** A slot whose run waited in a queue has its fate when the run leaves it. */
export function settlingSlots({
  db,
  clock,
  events,
}: Pick<EngineServices, 'db' | 'clock' | 'events'>): RunQueuesOptions['left'] {
  return (store, run, exit) => {
    const slot = settleWaitingSlot(store, run, { exit, now: clock.now() });
    return () => {
      if (slot !== null) events.publish(() => ({ type: 'slot.decided', slot: toSlot(db, slot) }));
    };
  };
}
