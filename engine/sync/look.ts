import type { GitSyncSettings } from '../config/config.ts';
import { EngineError } from '../contract/errors.ts';
import { syncState } from '../storage/sync-items.ts';
import type { Database } from '../storage/database.ts';
import type { Git, FileCommit, GitCommit } from './git-process/git.ts';
import type { SyncItem } from './items.ts';
import type { LocalFiles } from './local-files.ts';
import { MAX_ITEM_BYTES, tooLarge } from './plan/remote-tree.ts';
import { itemTexts, type ItemTexts, type Trust } from './item-texts.ts';
import { fullPath } from './sync-context.ts';

interface Looked {
  readonly db: Database;
  readonly git: Git;
  readonly files: LocalFiles;
}

/** What can be looked at beside whatever is under way. */
export function createLook({ db, git, files }: Looked) {
  const head = (): string => syncState(db)?.head ?? '';
  return {
    textsOf: (item: SyncItem, trust: Trust): Promise<ItemTexts> =>
      itemTexts({ git, files }, item, trust),
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
