import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { EngineError, type ErrorCode } from '../contract/errors.ts';
import { putSyncState, syncState } from '../storage/sync-items.ts';
import { Credentials } from './credentials.ts';
import type { GitSyncOptions } from './git-sync-options.ts';
import { GitError, type GitReason } from './git-process/git.ts';
import { openGit } from './git-process/open-git.ts';
import { createLook } from './look.ts';
import { accept } from './accept.ts';
import { discard, forget, requireItem } from './item-actions.ts';
import { knownItems } from './items.ts';
import { KeptCopies } from './kept-copies.ts';
import { LocalFiles } from './local-files.ts';
import { MissingItems } from './missing-items.ts';
import { textsToMerge } from './texts-to-merge.ts';
import { publish } from './publish.ts';
import { pull } from './pull.ts';
import { resolve } from './resolve.ts';
import { requireCopy, restore } from './restore.ts';

type RoomOptions = Pick<
  GitSyncOptions,
  'config' | 'clock' | 'ages' | 'log' | 'newFiles' | 'secrets' | 'db' | 'writes'
> & {
  /** Ends what is under way. */
  readonly signal: AbortSignal;
};

/** What Git Sync works with while it is on, and what it can do. */
export function createRoom(options: RoomOptions) {
  const { config, clock, ages, log, newFiles, secrets, signal } = options;
  const folder = join(config.paths.dataDir, 'sync');
  const git = openGit({ folder: join(folder, 'repository'), clock });
  const files = new LocalFiles(config.paths.dagsDir, signal);
  const kept = new KeptCopies({
    folder: join(folder, 'kept'),
    clock,
    ages,
    newId: () => randomUUID().slice(0, 8),
    written: (path) => newFiles.add(path),
  });
  return {
    git,
    files,
    kept,
    credentials: new Credentials(secrets, log),
    knownItems,
    missing: new MissingItems(options),
    requireItem,
    pull,
    publish,
    discard,
    textsToMerge,
    resolve,
    requireCopy,
    restore,
    forget,
    accept,
    ...createLook({ db: options.db, git, files }),
    inWords: <T>(work: () => Promise<T>) => inWords(options, work),
    close: () => git.close(),
  };
}

/** What went wrong with the remote, as an answer; the next look at the status tells of it as well. */
async function inWords<T>(options: RoomOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const { reason, message } = error;
    // What a hook refuses is wrong with that one push, and not with the remote.
    if (reason !== 'refused') await noteFailure(options, message);
    throw new EngineError(codes[reason], message, { details: { reason }, cause: error });
  }
}

const codes: Readonly<Record<GitReason, ErrorCode>> = {
  address: 'bad_request',
  'host-key': 'bad_request',
  credential: 'bad_request',
  login: 'bad_request',
  'not-found': 'bad_request',
  refused: 'bad_request',
  'too-large': 'bad_request',
  offline: 'service_unavailable',
  cut: 'service_unavailable',
  time: 'service_unavailable',
  damaged: 'service_unavailable',
  stopped: 'service_unavailable',
  failed: 'service_unavailable',
};

async function noteFailure({ db, config, clock, writes }: RoomOptions, error: string) {
  const { repository, branch, path } = config.gitSync;
  const first = { repository, branch, path, head: '' };
  const state = { ...first, ...syncState(db), lastSyncAt: clock.now(), lastError: error };
  await writes.commitSynced((database) => putSyncState(database, state));
}
