import type { EngineEvent, EventFilter } from './events.ts';
import type { WireError } from './errors.ts';

/** The channels between the window and main. Failures cross as values: Electron keeps only an error's message. */
export const CALL_CHANNEL = 'engine:call';
export const SUBSCRIBE_CHANNEL = 'engine:subscribe';
export const UNSUBSCRIBE_CHANNEL = 'engine:unsubscribe';
export const PUSH_CHANNEL = 'shell:push';

export type CallResult<T = unknown> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: WireError };

/** Something for the subscription that asked for it. */
export interface PushMessage {
  readonly subscription: number;
  readonly message: TopicMessage[TopicKind];
}

/** What the shell knows of the engine, for the title bar. */
export type EngineState =
  | { readonly phase: 'starting' | 'restarting' | 'draining'; readonly detail?: string }
  | { readonly phase: 'ready'; readonly url: string }
  | { readonly phase: 'failed'; readonly detail: string };

/** What the menus of the app ask of a window: the palette, or the dialog that creates a DAG. */
export interface WindowCommand {
  readonly kind: 'search' | 'new-dag';
}

/** What a page may follow, each with what it hears. A state comes at once, and whenever it changes. */
export interface TopicMessage {
  readonly events: EngineEvent;
  readonly 'engine-state': EngineState;
  readonly 'window-commands': WindowCommand;
}
export type TopicKind = keyof TopicMessage;

export type Topic<K extends TopicKind = TopicKind> = K extends 'events'
  ? { readonly kind: K; readonly filter: EventFilter }
  : { readonly kind: K };

/** What the preload puts on `window.dagwright`, and nothing else. */
export interface Bridge {
  readonly call: (name: string, input: unknown) => Promise<CallResult>;
  readonly subscribe: <K extends TopicKind>(
    topic: Topic<K>,
    listener: (message: TopicMessage[K]) => void,
  ) => () => void;
}
