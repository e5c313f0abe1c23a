import type { SyncItem } from '#contract/sync.ts';
import { texts } from './texts.ts';

/** What the file of an item is for Git Sync; what somebody has to read counts before what he could publish. */
export type GitState = keyof typeof texts.git;

/** A conflict counts before a text that somebody has to review. */
export function gitStateOf({ status, trust }: Pick<SyncItem, 'status' | 'trust'>): GitState {
  return trust === 'review' && status !== 'conflict' ? 'review' : status;
}

/** A letter for where there is little room, a word, what it means, and what is done about it. */
export function gitWords(state: GitState): (typeof texts.git)[GitState] {
  return texts.git[state];
}
