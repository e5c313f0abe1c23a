import type {
  EngineEvent,
  EventFilter,
  EventListener,
  SubscribeEvents,
} from '../contract/events.ts';
import type { Logger } from '../lib/logger.ts';

export interface EventHub {
  readonly subscribe: SubscribeEvents;
  /** Makes the event only when somebody listens. */
  readonly publish: (make: () => EngineEvent | null) => void;
}

export interface EventHubOptions {
  readonly log: Logger;
  /** Called for a subscription to one run; returns what ends the following of its logs. */
  readonly followLogs: (name: string, dagRunId: string, listener: EventListener) => () => void;
}

export function createEventHub({ log, followLogs }: EventHubOptions): EventHub {
  const subscribers = new Map<
    symbol,
    { readonly filter: EventFilter; readonly listener: EventListener }
  >();

  function deliver(event: EngineEvent): void {
    for (const { filter, listener } of subscribers.values()) {
      if (!wants(filter, event)) continue;
      try {
        listener(event);
      } catch (error) {
        log.error('A listener of events failed', { type: event.type, error });
      }
    }
  }

  return {
    subscribe: (filter, listener) => {
      const key = Symbol('subscriber');
      subscribers.set(key, { filter, listener });
      const { name, dagRunId } = filter;
      const endFollow =
        name === undefined || dagRunId === undefined ? null : followLogs(name, dagRunId, listener);
      return () => {
        if (subscribers.delete(key)) endFollow?.();
      };
    },
    publish: (make) => {
      if (subscribers.size === 0) return;
      const event = make();
      if (event !== null) deliver(event);
    },
  };
}

function wants({ name, dagRunId }: EventFilter, event: EngineEvent): boolean {
  if (name === undefined) return true;
  if (event.type === 'dag.changed') return event.fileName === name;
  const run =
    event.type === 'run.changed' ? { name: event.run.name, dagRunId: event.run.dagRunId } : event;
  return run.name === name && (dagRunId === undefined || run.dagRunId === dagRunId);
}
