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
/** More than any event has. What a broken engine sends must not fill the memory. */
const LONGEST_MESSAGE = 8 * 1024 * 1024;

/**
 * Listens to the engine's event stream, and comes back with growing pauses when it is lost: it then hears first what it
 * has missed, as long as the engine remembers. Subscriptions with the same filter share one connection, because a browser
 * opens only six to one server and all other requests would wait.
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

function searchOf({ name, dagRunId, remoteNode }: EventFilter): string {
  const search = new URLSearchParams({
    ...(name === undefined ? {} : { name }),
    ...(dagRunId === undefined ? {} : { dagRunId }),
    ...(remoteNode === undefined ? {} : { remoteNode }),
  });
  return search.size === 0 ? '' : `?${search}`;
}

function openStream(options: FollowOptions, search: string): SharedStream {
  const { wait, onConnection } = options;
  const listeners = new Set<EventListener>();
  const end = new AbortController();
  const url = `${options.baseUrl}${API_PREFIX}${EVENTS_PATH}${search}`;
  let delayMs = FIRST_DELAY_MS;
  let lastId: string | undefined;
  let cancelWait = (): void => {};

  const connect = async (): Promise<void> => {
    try {
      const response = await options.fetch(url, {
        headers: {
          Accept: 'text/event-stream',
          ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }),
        },
        signal: end.signal,
      });
      if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status}`);
      onConnection?.('open');
      await readMessages(response.body, ({ id, event }) => {
        // What opens and says nothing is no engine that is well again.
        if (id !== undefined || event !== undefined) delayMs = FIRST_DELAY_MS;
        lastId = id ?? lastId;
        if (event !== undefined) announce(listeners, event);
      });
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

interface Message {
  /** Where the stream goes on from when it is lost after this message. */
  readonly id?: string | undefined;
  readonly event?: EngineEvent | undefined;
}

/** Reads messages of the event stream format until its end. Comments and unknown fields are passed over. */
async function readMessages(
  body: ReadableStream<Uint8Array>,
  receive: (message: Message) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let last = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const piece = decoder.decode(value, { stream: true });
      // A long message comes in many pieces, and only what is new is searched.
      const isWhole = `${last}${piece}`.includes('\n\n');
      last = piece.slice(-1) || last;
      rest += piece;
      const messages = isWhole ? rest.split('\n\n') : [rest];
      rest = messages.pop() ?? '';
      messages.map(toMessage).forEach(receive);
      if (rest.length > LONGEST_MESSAGE) throw new Error('An event has no end.');
    }
  } finally {
    // Whoever reads no further must not keep the connection. One that was cut has no more to say.
    reader.cancel().catch(() => undefined);
  }
}

function toMessage(text: string): Message {
  const lines = text.split('\n');
  const field = (name: string): string | undefined =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const data = field('data');
  // The engine wrote this line from an event of the contract.
  const event = data === undefined ? undefined : (JSON.parse(data) as EngineEvent);
  return { id: field('id'), event };
}
