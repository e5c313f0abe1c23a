import type { Keys } from './written.ts';

/** What a step of today says in place of an action. */
export interface TurnedAction {
  readonly keys: Keys;
  /** What is not the same as before. */
  readonly remarks?: readonly string[];
  /** What it says that has no counterpart. */
  readonly problems?: readonly string[];
}
