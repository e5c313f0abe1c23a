import type { RemoteNode } from '../config/config.ts';
import {
  engineEvent,
  type EngineEvent,
  type EventFilter,
  type EventListener,
  type SubscribeEvents,
} from '../contract/events.ts';
import { createHttpClient } from '../contract/http-client.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { NodeConnection } from './node-connection.ts';

interface NodeEventsOptions {
  readonly node: RemoteNode;
  readonly connection: NodeConnection;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface NodeEvents {
  readonly subscribe: SubscribeEvents;
  /** Ends all subscriptions. */
  readonly close: () => void;
}

interface Stream {
  readonly listeners: Set<EventListener>;
  readonly end: () => void;
}

/** The events of a node; listeners with the same filter share one stream of it. */
export function followNode(options: NodeEventsOptions): NodeEvents {
  const { node, log } = options;
  const streams = new Map<string, Stream>();
  const lost = new Set<string>();

  /** Said once for all streams of the node. */
  function note(key: string, state: 'open' | 'lost'): void {
    const before = lost.size;
    if (state === 'lost') lost.add(key);
    else lost.delete(key);
    if (before === 0 && lost.size === 1)
      log.warn('Lost the connection to a remote node', { node: node.name });
    if (before === 1 && lost.size === 0)
      log.info('Connected to a remote node again', { node: node.name });
  }

  return {
    subscribe: (filter, listener) => {
      const key = JSON.stringify([filter.name, filter.dagRunId]);
      const stream = streams.get(key) ?? openStream(options, filter, (state) => note(key, state));
      streams.set(key, stream);
      // A function of its own lets one listener subscribe twice.
      const own: EventListener = (event) => listener(event);
      stream.listeners.add(own);
      return () => {
        if (!stream.listeners.delete(own) || stream.listeners.size > 0) return;
        stream.end();
        lost.delete(key);
        if (streams.get(key) === stream) streams.delete(key);
      };
    },
    close: () => {
      for (const { end } of streams.values()) end();
      streams.clear();
    },
  };
}

/**
 * A stream that goes on by itself after a loss, and then begins with what was missed. Whoever subscribes cannot wait for
 * it to open, so what happens before that is missed, and told as such.
 */
function openStream(
  { node, connection, clock, log }: NodeEventsOptions,
  filter: EventFilter,
  note: (state: 'open' | 'lost') => void,
): Stream {
  const listeners = new Set<EventListener>();
  const tell = (event: EngineEvent): void => listeners.forEach((listener) => listener(event));
  let hasBeenOpen = false;
  const { subscribe } = createHttpClient({
    baseUrl: node.baseUrl,
    fetch: connection.fetchStream,
    wait: clock.after,
    onConnection: (state) => {
      note(state);
      if (state === 'lost' || hasBeenOpen) return;
      hasBeenOpen = true;
      tell({ type: 'events.missed' });
    },
  });
  const end = subscribe(filter, (event) => {
    // A node of another version may have events that nobody here would understand.
    if (engineEvent().safeParse(event).success) tell(event);
    else log.debug('Ignored an event of a remote node', { node: node.name });
  });
  return { listeners, end };
}
