import type {
  EngineEvent,
  EventFilter,
  EventListener,
  SubscribeEvents,
} from '../contract/events.ts';
import type { RunSummary } from '../contract/run.ts';
import type { Logger } from '../lib/logger.ts';

export interface EventHub {
  readonly subscribe: SubscribeEvents;
  /** Makes the event only when somebody listens. */
  readonly publish: (make: () => EngineEvent | null) => void;
  /** Ends all subscriptions. */
  readonly close: () => void;
}

export interface EventHubOptions {
  readonly log: Logger;
  /** Called for a subscription to one run; returns what ends the following of its logs. */
  readonly followLogs: (name: string, dagRunId: string, listener: EventListener) => () => void;
}

interface Subscriber {
  readonly filter: EventFilter;
  readonly listener: EventListener;
  readonly endFollow: () => void;
}

export function createEventHub({ log, followLogs }: EventHubOptions): EventHub {
  const subscribers = new Map<symbol, Subscriber>();

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

function wants({ name, dagRunId }: EventFilter, event: EngineEvent): boolean {
  if (name === undefined) return true;
  if (event.type === 'queue.changed') return false;
  if (event.type === 'slot.decided') return event.slot.name === name && dagRunId === undefined;
  if (event.type === 'dag.changed') return event.fileName === name;
  if (event.type === 'run.changed') return namesOf(event.run).some(isWanted);
  return isWanted(event);

  function isWanted(run: { readonly name: string; readonly dagRunId: string }): boolean {
    return run.name === name && (dagRunId === undefined || run.dagRunId === dagRunId);
  }
}

/** A run is of interest to those who look at it and at the runs that called it. */
function namesOf(run: RunSummary): { readonly name: string; readonly dagRunId: string }[] {
  return [
    { name: run.name, dagRunId: run.dagRunId },
    { name: run.parentDAGRunName, dagRunId: run.parentDAGRunId },
    { name: run.rootDAGRunName, dagRunId: run.rootDAGRunId },
  ];
}
