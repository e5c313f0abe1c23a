import type { GitSyncSettings } from '../config/config.ts';
import { EngineError } from '../contract/errors.ts';
import { syncState } from '../storage/sync-items.ts';
import type { Database } from '../storage/database.ts';
import type { Git, FileCommit, GitCommit } from './git-process/git.ts';
import type { SyncItem } from './items.ts';
import { contentHash, type LocalFiles } from './local-files.ts';
import { MAX_ITEM_BYTES, tooLarge } from './plan/remote-tree.ts';
import { mustBeAccepted, textToAccept } from './review.ts';
import { fullPath, type SyncContext } from './sync-context.ts';

/** The texts of an item; one that a side has not is left out. */
export interface ItemTexts {
  readonly localContent?: string;
  readonly remoteContent?: string;
  readonly baseContent?: string;
  /** The text that was accepted last, where another one waits. */
  readonly acceptedContent?: string;
  /** The text of the remote that can be accepted. */
  readonly reviewContent?: string;
  /** SHA-256 of it; empty for none. */
  readonly reviewHash: string;
}

interface Looked {
  readonly db: Database;
  readonly git: Git;
  readonly files: LocalFiles;
}

type Trust = Pick<SyncContext, 'needsReview' | 'settings'>;

/** What can be looked at beside whatever is under way. */
export function createLook({ db, git, files }: Looked) {
  const head = (): string => syncState(db)?.head ?? '';
  return {
    textsOf: async (item: SyncItem, trust: Trust): Promise<ItemTexts> => {
      const { local, row } = item;
      const { base, remote } = item.sides;
      const review = textToAccept(item);
      const oids = [...new Set([base, remote, review].filter((oid) => oid !== null))];
      const contents = oids.length === 0 ? null : await git.read(oids, MAX_ITEM_BYTES);
      const textOf = (oid: string | null): string | undefined => {
        const bytes = oid === null ? undefined : contents?.get(oid);
        return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
      };
      const isReadable = local !== null && local.problem === '';
      const here = isReadable
        ? Buffer.from(files.read(local.path).bytes).toString('utf8')
        : undefined;
      const theirs = review === null ? undefined : contents?.get(review);
      const hash = theirs === undefined ? '' : contentHash(theirs);
      const waits = hash !== '' && mustBeAccepted(trust, row, hash);
      return {
        reviewHash: waits ? hash : '',
        ...given({
          localContent: here,
          remoteContent: textOf(remote),
          baseContent: textOf(base),
          // An earlier version has put what waits into the folder.
          acceptedContent: waits && base !== review ? textOf(base) : undefined,
          reviewContent: waits ? textOf(review) : undefined,
        }),
      };
    },
    /** Who changed it last on the remote, as far as it is known here. */
    lastChange: async (
      item: SyncItem,
      settings: GitSyncSettings,
    ): Promise<GitCommit | undefined> => {
      if (head() === '' || item.sides.remote === null) return undefined;
      const path = fullPath({ settings }, item.path);
      return (await git.lastChange(head(), [path])).get(path);
    },
    /** The text that an item had at a commit of the branch; null: there was none. */
    textAt: async (
      item: SyncItem,
      settings: GitSyncSettings,
      commit: string,
    ): Promise<string | null> => {
      // A commit of which nothing is known would be taken for damage.
      if (head() === '' || !(await git.isAncestor(commit, head()))) throw noSuchCommit(commit);
      const page = { path: fullPath({ settings }, item.path), limit: 1 };
      const [change] = await git.log(commit, page);
      const oid = change?.blob ?? null;
      if (oid === null) return null;
      const bytes = (await git.read([oid], MAX_ITEM_BYTES)).get(oid);
      if (bytes === undefined) throw new EngineError('bad_request', tooLarge(item.filePath));
      return Buffer.from(bytes).toString('utf8');
    },
    log: async (
      item: SyncItem,
      settings: GitSyncSettings,
      page: { readonly limit: number; readonly before?: string },
    ): Promise<readonly FileCommit[]> =>
      head() === '' ? [] : git.log(head(), { path: fullPath({ settings }, item.path), ...page }),
  };
}

function noSuchCommit(commit: string): EngineError {
  return new EngineError('not_found', `The branch has no commit ${commit}`);
}

type Contents = Omit<ItemTexts, 'reviewHash'>;

function given(texts: Readonly<Record<keyof Contents, string | undefined>>): Contents {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
}
