import type { Config } from '../config/config.ts';
import type { SyncActivityName } from '../contract/sync.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Database } from '../storage/database.ts';
import type { OldAge } from '../storage/old-age.ts';
import type { WriteQueue } from '../storage/write-queue.ts';
import type { SyncProgress } from './git-process/git.ts';
import type { KnownSecret } from './secret-guard.ts';
import type { ChangedFile } from './sync-context.ts';
import type { SyncSecrets } from './sync-secrets.ts';

export interface GitSyncOptions {
  readonly config: Pick<Config, 'gitSync' | 'paths'>;
  readonly db: Database;
  readonly writes: WriteQueue;
  readonly clock: Clock;
  readonly log: Logger;
  readonly ages: Pick<OldAge, 'before'>;
  readonly newFiles: { readonly add: (path: string) => void };
  readonly secrets: SyncSecrets;
  /** Secrets that must not leave in a text. */
  readonly knownSecrets: () => Promise<readonly KnownSecret[]>;
  /** Whether what a pull brings must be accepted where the settings say nothing. */
  readonly usualTrust: 'review' | 'always';
  /** Tells those who know the DAGs what became of their files. */
  readonly filesChanged: (files: readonly ChangedFile[]) => Promise<void>;
  /** Tells those who look that something may be different. */
  readonly changed: (activity: SyncActivity) => void;
}

/** What Git Sync does right now; empty: nothing. */
export interface SyncActivity {
  readonly doing: SyncActivityName;
  readonly progress: SyncProgress | null;
}
