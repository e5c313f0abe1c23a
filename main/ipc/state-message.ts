import type { EngineState } from '#contract/ipc.ts';

/** The engine's state for one subscription, on SHELL_CHANNEL. */
export interface StateMessage {
  readonly subscription: number;
  readonly state: EngineState;
}
