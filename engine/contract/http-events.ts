import type { EngineEvent, EventFilter, EventListener, SubscribeEvents } from './events.ts';
import { API_PREFIX, EVENTS_PATH } from './rest.ts';

/** Runs a callback once after a time; the returned function cancels it. */
export type Wait = (delayMs: number, callback: () => void) => () => void;

interface FollowOptions {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly wait: Wait;
  readonly onConnection?: (state: 'open' | 'lost') => void;
}

interface SharedStream {
  readonly listeners: Set<EventListener>;
  readonly stop: () => void;
}

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;

/**
 * Listens to the engine's event stream, and comes back with growing pauses when it is lost. Subscriptions with the same
 * filter share one connection, because a browser opens only six to one server and all other requests would wait.
 */
export function followEvents(options: FollowOptions): SubscribeEvents {
  const streams = new Map<string, SharedStream>();
  return (filter, listener) => {
    const search = searchOf(filter);
    const shared = streams.get(search) ?? openStream(options, search);
    streams.set(search, shared);
    // A function of its own lets one listener subscribe twice.
    const own: EventListener = (event) => {
      if (shared.listeners.has(own)) listener(event);
    };
    shared.listeners.add(own);
    return () => {
      shared.listeners.delete(own);
      if (shared.listeners.size > 0) return;
      shared.stop();
      if (streams.get(search) === shared) streams.delete(search);
    };
  };
}

function searchOf({ name, dagRunId }: EventFilter): string {
  const search = new URLSearchParams({
    ...(name === undefined ? {} : { name }),
    ...(dagRunId === undefined ? {} : { dagRunId }),
  });
  return search.size === 0 ? '' : `?${search}`;
}

function openStream(options: FollowOptions, search: string): SharedStream {
  const { wait, onConnection } = options;
  const listeners = new Set<EventListener>();
  const end = new AbortController();
  const url = `${options.baseUrl}${API_PREFIX}${EVENTS_PATH}${search}`;
  let delayMs = FIRST_DELAY_MS;
  let cancelWait = (): void => {};

  const connect = async (): Promise<void> => {
    try {
      const response = await options.fetch(url, {
        headers: { Accept: 'text/event-stream' },
        signal: end.signal,
      });
      if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status}`);
      delayMs = FIRST_DELAY_MS;
      onConnection?.('open');
      await readEvents(response.body, (event) => announce(listeners, event));
    } catch {
      // However the stream was lost, refused or cut, the answer is the same: come back later.
    }
    if (end.signal.aborted) return;
    onConnection?.('lost');
    cancelWait = wait(delayMs, () => void connect());
    delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
  };
  void connect();

  return {
    listeners,
    stop: () => {
      end.abort();
      cancelWait();
    },
  };
}

/** A listener that throws has a bug, which must show and not pass for a lost connection. */
function announce(listeners: ReadonlySet<EventListener>, event: EngineEvent): void {
  listeners.forEach((listener) => queueMicrotask(() => listener(event)));
}

/** Reads messages of the event stream format until its end. Comments and unknown fields are passed over. */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  emit: (event: EngineEvent) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const messages = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const data = message.split('\n').find((line) => line.startsWith('data: '));
      // The engine wrote this line from an event of the contract.
      if (data !== undefined) emit(JSON.parse(data.slice('data: '.length)) as EngineEvent);
    }
  }
}
