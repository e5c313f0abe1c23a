import type { Keys } from './written.ts';

/** What a step of today says in place of an action. */
export interface TurnedAction {
  readonly keys: Keys;
  /** What is not the same as before. */
  readonly remarks?: readonly string[];
  /** A text that a shell reads now, and that kept names which nothing declares before. */
  readonly text?: string;
  /** What it printed and prints no more: said where the step keeps what it prints. */
  readonly prints?: string;
  /** What it says that has no counterpart. */
  readonly problems?: readonly string[];
}
