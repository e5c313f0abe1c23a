import type { EngineEvent, EventFilter } from '#contract/events.ts';
import type { CallResult } from '#contract/ipc.ts';

/** What main asks of the engine's process. */
export type ToEngine =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly name: string;
      readonly input: unknown;
    }
  | { readonly kind: 'subscribe'; readonly subscription: number; readonly filter: EventFilter }
  | { readonly kind: 'unsubscribe'; readonly subscription: number }
  | { readonly kind: 'count-steps'; readonly id: number }
  /** The machine has slept. */
  | { readonly kind: 'wake' }
  | { readonly kind: 'stop' };

/** What the engine's process tells main. */
export type FromEngine =
  | { readonly kind: 'ready'; readonly url: string }
  /** It cannot start as things are (port taken, folder in use): trying again at once would not help. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'answer'; readonly id: number; readonly result: CallResult }
  /** Steps that have a process now. */
  | { readonly kind: 'step-count'; readonly id: number; readonly steps: number }
  | { readonly kind: 'event'; readonly subscription: number; readonly event: EngineEvent };
