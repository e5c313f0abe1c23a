import {
  concerns,
  type EngineEvent,
  type EventFilter,
  type SubscribeEvents,
} from '../contract/events.ts';
import type { Clock } from '../lib/clock.ts';
import { createPastEvents } from './past-events.ts';

/** How long events are remembered for a client that has lost its stream and is on the way back. */
const MEMORY_MS = 60_000;

export interface EventFeed {
  /** Passes on the messages that a filter asks for, until the returned function is called. */
  readonly follow: (filter: EventFilter, send: (message: string) => void) => () => void;
  /** Messages since the one with this id; null when they are not all remembered, or it was never one of this engine. */
  readonly since: (id: string, filter: EventFilter) => readonly string[] | null;
  /** Id of the last event. */
  readonly lastId: () => string;
  /** Forgets everything and hears nothing more. */
  readonly close: () => void;
}

/**
 * Numbers the events of the engine, writes each once for all streams, and remembers the last ones. It listens only
 * while there are streams, and a while longer: an engine that nobody watches makes no events.
 */
export function createEventFeed(subscribe: SubscribeEvents, clock: Clock): EventFeed {
  // Each engine counts from the start.
  const start = clock.now();
  const idOf = (number: number): string => `${start}-${number}`;
  const followers = new Set<{ filter: EventFilter; send: (message: string) => void }>();
  const past = createPastEvents();
  let last = 0;
  let endListening: (() => void) | null = null;
  let stayAwake = (): void => undefined;
  let isClosed = false;

  function onEvent(event: EngineEvent): void {
    if (event.type === 'log.appended') return;
    last += 1;
    const message = toMessage(event, idOf(last));
    past.add({ number: last, event, message });
    for (const { filter, send } of followers) if (concerns(filter, event)) send(message);
  }

  function sleep(): void {
    endListening?.();
    endListening = null;
    // What happens from here on is heard by nobody, so no id up to now leads on to what comes after it.
    last += 1;
    past.forget(last);
  }

  function unfollow(follower: { filter: EventFilter; send: (message: string) => void }): void {
    if (!followers.delete(follower) || followers.size > 0 || isClosed) return;
    stayAwake = clock.after(MEMORY_MS, sleep);
  }

  return {
    follow: (filter, send) => {
      if (isElsewhere(filter)) return subscribe(filter, (event) => send(toMessage(event)));
      const follower = { filter, send };
      followers.add(follower);
      stayAwake();
      endListening ??= subscribe({}, onEvent);
      const endLogs = followLogs(subscribe, filter, send);
      return () => {
        endLogs();
        unfollow(follower);
      };
    },
    since: (id, filter) => {
      const number = isElsewhere(filter) ? null : numberOf(id, start);
      return number === null || number > last ? null : past.after(number, filter);
    },
    lastId: () => idOf(last),
    close: () => {
      isClosed = true;
      stayAwake();
      sleep();
    },
  };
}

/** Events of another engine have its numbers; whoever loses them is told to reload. */
export function isElsewhere({ remoteNode = 'local' }: EventFilter): boolean {
  return remoteNode !== 'local';
}

/** Growing logs are told to followers of their run alone, are not remembered, and so have no number. */
function followLogs(
  subscribe: SubscribeEvents,
  filter: EventFilter,
  send: (message: string) => void,
): () => void {
  if (filter.name === undefined || filter.dagRunId === undefined) return () => undefined;
  return subscribe(filter, (event) => {
    if (event.type === 'log.appended') send(toMessage(event));
  });
}

/** An event as a message of the event stream format. */
export function toMessage(event: EngineEvent, id?: string): string {
  const numbered = id === undefined ? '' : `id: ${id}\n`;
  return `event: ${event.type}\n${numbered}data: ${JSON.stringify(event)}\n\n`;
}

function numberOf(id: string, start: number): number | null {
  const [, engine, number] = /^(\d{1,15})-(\d{1,15})$/.exec(id) ?? [];
  return engine === String(start) ? Number(number) : null;
}
