import {
  concerns,
  type EngineEvent,
  type EventFilter,
  type EventListener,
  type SubscribeEvents,
} from '../contract/events.ts';
import type { Logger } from '../lib/logger.ts';
import type { RemoteNodes } from '../remotes/remote-nodes.ts';

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
  /** Called for a subscription to one run; returns what ends the following of its logs. */
  readonly followLogs: (name: string, dagRunId: string, listener: EventListener) => () => void;
}

interface Subscriber {
  readonly filter: EventFilter;
  readonly listener: EventListener;
  readonly endFollow: () => void;
}

/** Hands each event to those whose filter it meets, in the order of subscription. A listener that throws keeps it from nobody. */
export function createEventHub({ log, nodes, followLogs }: EventHubOptions): EventHub {
  const subscribers = new Map<symbol, Subscriber>();

  function deliver(event: EngineEvent): void {
    for (const { filter, listener } of subscribers.values()) {
      if (!concerns(filter, event)) continue;
      try {
        listener(event);
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
      const endFollow = ofOneRun ? followLogs(name, dagRunId, listener) : () => undefined;
      subscribers.set(key, { filter, listener, endFollow });
      return () => {
        if (subscribers.delete(key)) endFollow();
      };
    },
    close: () => {
      for (const { endFollow } of subscribers.values()) endFollow();
      subscribers.clear();
    },
    publish: (make) => {
      if (subscribers.size === 0) return;
      const event = make();
      if (event !== null) deliver(event);
    },
  };
}
