import type { Git, GitReason, SyncProgress } from './git.ts';

/** What the program can be asked for. */
export type GitCall = Exclude<keyof Git, 'close'>;

/** From the engine to the program. A remote brings its secrets along: this channel is their only way. */
export interface GitRequest {
  readonly call: GitCall;
  /** The folder of the repository. */
  readonly folder: string;
  /** Those of the call that are data. */
  readonly inputs: readonly unknown[];
}

/** From the program to the engine. */
export type GitAnswer =
  | { readonly kind: 'progress'; readonly progress: SyncProgress }
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly reason: GitReason; readonly message: string };
