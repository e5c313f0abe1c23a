import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EngineEvent } from '#contract/events.ts';
import type { Queue, QueueItem } from '#contract/queue.ts';
import { follow, type EngineConnection } from '../../client/engine-connection.ts';
import { attempting, type Problem } from '../../lib/attempt.ts';
import { batched } from '../../lib/batched.ts';
import { loading, type LoadingState } from '../../lib/loading.ts';
import type { Toasts } from '../../lib/toasts.ts';
import { isSameRun } from '../../lib/run-key.ts';
import { dequeue } from './dequeue.ts';
import { holdsRun, moved, withItems, withKnown } from './queue-order.ts';
import { texts } from './texts.ts';

/** The two lists of a queue. */
export type QueueSide = 'running' | 'queued';

export interface QueuesState extends LoadingState, Problem {
  readonly queues: readonly Queue[];
  /** What the last command did, for people who do not see it. */
  readonly announcement: string;
  readonly start: () => () => void;
  readonly refresh: () => Promise<void>;
  /** Shows a page more of what a queue holds. */
  readonly more: (queue: Queue, side: QueueSide) => Promise<void>;
  /** 1 is next. */
  readonly move: (queueName: string, item: QueueItem, position: number) => Promise<void>;
  readonly remove: (item: QueueItem) => Promise<void>;
  readonly stop: (item: QueueItem) => Promise<void>;
  readonly dismiss: () => void;
}

export type QueuesStore = StoreApi<QueuesState>;

/** As many of a queue as the list of queues brings along. */
const PAGE = 100;
const GATHER_MS = 100;

/** All queues with what runs and what waits, kept current by events. */
export function createQueuesStore(engine: EngineConnection, toasts: Toasts): QueuesStore {
  return createStore<QueuesState>((set, get) => {
    const pages = new Map<string, number>();
    const attempt = attempting(set);
    const command = async (work: () => Promise<unknown>) => {
      await attempt(work);
      // A refused command leaves the order of the engine, which then shows again.
      await get().refresh();
    };
    const onEvent = batched<EngineEvent>(GATHER_MS, (events) => {
      if (events.some((event) => concerns(event, get().queues))) void get().refresh();
    });

    return {
      phase: 'loading',
      message: '',
      queues: [],
      problem: undefined,
      announcement: '',

      start: () => {
        const refresh = () => get().refresh();
        return follow(engine, {}, { refresh, listener: onEvent, pending: [onEvent] });
      },

      refresh: loading(async () => {
        const { queues } = await engine.call('queues.list', {});
        const whole = await Promise.all(queues.map((queue) => withPages(engine, queue, pages)));
        return { queues: withKnown(get().queues, whole) };
      }, set),

      more: async ({ name }, side) => {
        const key = pageKey(name, side);
        pages.set(key, (pages.get(key) ?? 1) + 1);
        await get().refresh();
      },

      move: async (queueName, item, position) => {
        const queue = get().queues.find((one) => one.name === queueName);
        if (queue === undefined) return;
        const last = queue.queuedCount;
        const place = Math.max(1, Math.min(last, position));
        set({
          queues: get().queues.map((one) => (one === queue ? moved(one, item, place) : one)),
          announcement: texts.announce.moved(item.name, queueName, { place, last }),
        });
        const { name: dagName, dagRunId } = item;
        const target = { name: queueName, dagName, dagRunId, position: place };
        await command(() => engine.call('queues.move', target));
      },

      remove: (item) => {
        const queue = get().queues.find((one) => holdsRun(one, item));
        return command(() => dequeue(engine, toasts, { item, queue, done: get().refresh }));
      },

      stop: ({ name, dagRunId }) => command(() => engine.call('runs.stop', { name, dagRunId })),

      dismiss: () => set({ problem: undefined }),
    };
  });
}

function concerns(event: EngineEvent, queues: readonly Queue[]): boolean {
  if (event.type === 'queue.changed') return true;
  return event.type === 'run.changed' && queues.some((queue) => holdsRun(queue, event.run));
}

/** The queue with the pages that were asked for beyond the first. */
async function withPages(
  engine: EngineConnection,
  queue: Queue,
  pages: ReadonlyMap<string, number>,
): Promise<Queue> {
  let whole = queue;
  for (const type of ['running', 'queued'] as const) {
    const wanted = pages.get(pageKey(queue.name, type)) ?? 1;
    for (let page = 2; page <= wanted; page++) {
      const query = { name: queue.name, type, page, perPage: PAGE };
      const { items } = await engine.call('queues.items', query);
      const known = whole[type];
      // The queue may have moved on between two answers.
      const fresh = items.filter((item) => !known.some((other) => isSameRun(item, other)));
      whole = withItems(whole, type, [...known, ...fresh]);
    }
  }
  return whole;
}

function pageKey(name: string, side: QueueSide): string {
  return `${side} ${name}`;
}
