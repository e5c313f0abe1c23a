import {
  concerns,
  type EngineEvent,
  type EventFilter,
  type EventListener,
  type SubscribeEvents,
} from '../contract/events.ts';
import type { Logger } from '../lib/logger.ts';
import type { RemoteNodes } from '../remotes/remote-nodes.ts';
import type { LogFollowing } from './follow-logs.ts';

export interface EventHub {
  readonly subscribe: SubscribeEvents;
  /** Makes the event only when somebody listens. */
  readonly publish: (make: () => EngineEvent | null) => void;
  /** Ends all subscriptions. */
  readonly close: () => void;
}

export interface EventHubOptions {
  readonly log: Logger;
  readonly nodes: RemoteNodes;
  /** Called for a subscription to one run, which may be queued still, or not be there yet. */
  readonly followLogs: (name: string, dagRunId: string, listener: EventListener) => LogFollowing;
}

interface Subscriber {
  readonly filter: EventFilter;
  readonly listener: EventListener;
  /** Null for all but one run. */
  readonly logs: LogFollowing | null;
}

/** Hands each event to those whose filter it meets, in the order of subscription. A listener that throws keeps it from nobody. */
export function createEventHub({ log, nodes, followLogs }: EventHubOptions): EventHub {
  const subscribers = new Map<symbol, Subscriber>();

  function deliver(event: EngineEvent): void {
    for (const { filter, listener, logs } of subscribers.values()) {
      if (!concerns(filter, event)) continue;
      try {
        listener(event);
        logs?.lookAgain();
      } catch (error) {
        log.error('A listener of events failed', { type: event.type, error });
      }
    }
  }

  return {
    subscribe: ({ remoteNode = 'local', ...filter }, listener) => {
      if (remoteNode !== 'local') return nodes.subscribe(remoteNode, filter, listener);
      const key = Symbol('subscriber');
      const { name, dagRunId } = filter;
      const ofOneRun = name !== undefined && dagRunId !== undefined;
      const logs = ofOneRun ? followLogs(name, dagRunId, listener) : null;
      subscribers.set(key, { filter, listener, logs });
      return () => {
        if (subscribers.delete(key)) logs?.end();
      };
    },
    close: () => {
      for (const { logs } of subscribers.values()) logs?.end();
      subscribers.clear();
    },
    publish: (make) => {
      if (subscribers.size === 0) return;
      const event = make();
      if (event !== null) deliver(event);
    },
  };
}
