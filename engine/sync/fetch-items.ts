import { syncItems, syncState, type SyncItemRow } from '../storage/sync-items.ts';
import { itemsWith, type SyncItem } from './items.ts';
import type { GitListing } from './git-process/git.ts';
import { readTree, type RefusedEntry } from './plan/remote-tree.ts';
import { refusedFolder, refusedUnseen } from './plan/unseen-folders.ts';
import type { SyncContext } from './sync-context.ts';

/** The remote as it is now, and all items with it. */
export interface FetchedItems {
  /** Commit of the branch; null where there is no branch. */
  readonly head: string | null;
  readonly items: readonly SyncItem[];
  readonly refused: readonly RefusedEntry[];
  /** Items of which it is not known what the remote has now; they stay as they were known. */
  readonly unseen: readonly RefusedEntry[];
}

/** Asks the remote, and joins what it has with what is here. Nothing is changed yet. */
export async function fetchItems(context: SyncContext): Promise<FetchedItems> {
  const { git, remote, settings, files, db, progress, signal } = context;
  const { head } = await git.fetch(await remote(), progress, signal);
  const { entries, unseen } = head === null ? nothing : await git.list(head, settings.path);
  const known = syncItems(db);
  const tree = readTree(entries, new Set(known.map(({ path }) => path)));
  const isOther = head === null || isOtherRemote(context);
  const rows = isOther ? known.map((row) => withSharedBase(row, tree.items)) : known;
  const isUnseen = (item: Named): RefusedEntry | null =>
    tree.items.has(item.itemId) ? null : refusedUnseen(item, unseen);
  const items = await itemsWith(files, rows, { ...tree, isUnseen });
  return {
    head,
    items,
    refused: [...tree.refused, ...unseen.map(refusedFolder)],
    unseen: items.map(isUnseen).filter((entry) => entry !== null),
  };
}

type Named = Pick<SyncItem, 'itemId' | 'path'>;

const nothing: GitListing = { entries: [], unseen: [] };

function isOtherRemote({ db, settings }: SyncContext): boolean {
  const state = syncState(db);
  return (
    state !== undefined &&
    (state.repository !== settings.repository ||
      state.branch !== settings.branch ||
      state.path !== settings.path)
  );
}

/**
 * Another remote, or a branch that is gone, has not deleted what it never had: only what it has as well was synced with it.
 * The rest is untracked here, or in conflict.
 */
function withSharedBase(
  row: SyncItemRow,
  items: ReadonlyMap<string, { readonly oid: string }>,
): SyncItemRow {
  const isShared = items.get(row.itemId)?.oid === row.baseOid;
  return isShared ? row : { ...row, baseOid: null, baseHash: '', baseCommit: '' };
}
