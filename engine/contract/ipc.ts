import type { EngineEvent, EventFilter } from './events.ts';
import type { WireError } from './errors.ts';

/** The channels between the window and main. Failures cross as values: Electron keeps only an error's message. */
export const CALL_CHANNEL = 'engine:call';
export const SUBSCRIBE_CHANNEL = 'engine:subscribe';
export const UNSUBSCRIBE_CHANNEL = 'engine:unsubscribe';
export const EVENT_CHANNEL = 'engine:event';
export const SHELL_CHANNEL = 'shell:state';

export type CallResult<T = unknown> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: WireError };

/** One event for the subscription that asked for it. */
export interface EventMessage {
  readonly subscription: number;
  readonly event: EngineEvent;
}

/** What the shell knows of the engine, for the title bar. */
export type EngineState =
  | { readonly phase: 'starting' | 'restarting' | 'draining'; readonly detail?: string }
  | { readonly phase: 'ready'; readonly url: string }
  | { readonly phase: 'failed'; readonly detail: string };

/** What the preload puts on `window.dagwright`, and nothing else. */
export interface Bridge {
  readonly call: (name: string, input: unknown) => Promise<CallResult>;
  readonly subscribe: (
    topic:
      { readonly kind: 'events'; readonly filter: EventFilter } | { readonly kind: 'engine-state' },
    listener: (message: EngineEvent | EngineState) => void,
  ) => () => void;
}
