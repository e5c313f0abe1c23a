import type { GitSyncSettings } from '../config/config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Database } from '../storage/database.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import type { Git, Remote, SyncProgress } from './git-process/git.ts';
import type { KeptCopies } from './kept-copies.ts';
import type { KnownSecret } from './secret-guard.ts';
import type { LocalFiles } from './local-files.ts';

/** A file that Git Sync has changed in the folder of DAGs, by its path below it. */
export interface ChangedFile {
  readonly path: string;
  readonly isGone: boolean;
}

/** What the operations of Git Sync work with. */
export interface SyncContext {
  readonly db: Database;
  readonly writes: Pick<WriteQueue, 'commitSynced'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  /** As they are when the operation begins. */
  readonly settings: GitSyncSettings;
  readonly needsReview: boolean;
  readonly files: LocalFiles;
  readonly kept: KeptCopies;
  readonly git: Git;
  /** With its credential. Rejects with a `GitError` where the settings do not go together. */
  readonly remote: () => Promise<Remote>;
  /** Secrets that must not leave in a text, but for the credential of the remote. */
  readonly knownSecrets: () => Promise<readonly KnownSecret[]>;
  /** Ends what is asked of the remote. */
  readonly signal: AbortSignal;
  readonly progress: (progress: SyncProgress) => void;
  /** Tells those who know the DAGs what became of their files. */
  readonly changed: (files: readonly ChangedFile[]) => Promise<void>;
}

/** What came of a pull or a publish, by ids of items. */
export interface SyncOutcome {
  readonly message: string;
  readonly synced: readonly string[];
  readonly modified: readonly string[];
  readonly conflicts: readonly string[];
  /** Texts of the remote that wait to be accepted. */
  readonly review: readonly string[];
  readonly errors: readonly { readonly itemId: string; readonly message: string }[];
}

/** The path of an item from the root of the repository. */
export function fullPath({ settings }: Pick<SyncContext, 'settings'>, path: string): string {
  return settings.path === '' ? path : `${settings.path}/${path}`;
}
