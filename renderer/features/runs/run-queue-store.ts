import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineEvent } from '#contract/events.ts';
import type { Queue } from '#contract/queue.ts';
import { follow, type EngineConnection } from '../../client/engine-connection.ts';
import { batched } from '../../lib/batched.ts';
import { loading } from '../../lib/loading.ts';
import { isSameRun } from '../../lib/run-key.ts';
import type { RunPlace } from './run-identity.ts';

/** Where a run waits, and why. */
interface QueuePlace {
  readonly queue: string;
  /** 1 is next. */
  readonly position: number;
  readonly reason: string;
}

interface RunQueueState {
  /** None while it is not known; so it stays for a run that is far behind in a long queue. */
  readonly place: QueuePlace | undefined;
  readonly start: () => () => void;
  readonly refresh: () => Promise<void>;
}

const GATHER_MS = 250;

/** The place of a queued run in its queue, kept current. No run tells its queue, so it is looked for in all of them. */
export function createRunQueueStore(
  engine: EngineConnection,
  run: RunPlace,
): StoreApi<RunQueueState> {
  return createStore<RunQueueState>((set, get) => {
    const onEvent = batched<EngineEvent>(GATHER_MS, (events) => {
      const own = get().place?.queue;
      const isOwn = (queue: string) => own === undefined || queue === own;
      if (events.some((event) => event.type === 'queue.changed' && isOwn(event.queue)))
        void get().refresh();
    });
    return {
      place: undefined,
      start: () =>
        follow(
          engine,
          {},
          {
            refresh: () => get().refresh(),
            listener: onEvent,
            pending: [onEvent],
          },
        ),
      refresh: loading(
        async () => ({ place: placeOf(run, (await engine.call('queues.list', {})).queues) }),
        // Who may not see the queues, or cannot now, still sees that it is queued.
        (answer) => answer.phase === 'ready' && set({ place: answer.place }),
      ),
    };
  });
}

function placeOf(run: RunPlace, queues: readonly Queue[]): QueuePlace | undefined {
  for (const { name: queue, queued } of queues) {
    const item = queued.find((one) => isSameRun(one, run));
    if (item !== undefined) return { queue, position: item.position, reason: item.reason };
  }
  return undefined;
}
