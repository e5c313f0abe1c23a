import { syncItems, syncState, type SyncItemRow } from '../storage/sync-items.ts';
import { itemsWith, type SyncItem } from './items.ts';
import { GitError, type GitListing } from './git-process/git.ts';
import { readTree, type RefusedEntry } from './plan/remote-tree.ts';
import { namesOfSome, shownPath } from './plan/shown-names.ts';
import { refusedFolder, refusedUnseen } from './plan/unseen-folders.ts';
import type { SyncContext } from './sync-context.ts';

/** The remote as it is now, and all items with it. */
export interface FetchedItems {
  /** Commit of the branch, or of the one from which it is to be made; null where the remote has none. */
  readonly head: string | null;
  /** The name of the branch from which this one is to be made; null: it is there, or is the first one. */
  readonly origin: string | null;
  readonly items: readonly SyncItem[];
  readonly refused: readonly RefusedEntry[];
  /** Items of which it is not known what the remote has now; they stay as they were known. */
  readonly unseen: readonly RefusedEntry[];
}

interface Origin {
  readonly branch: string;
  readonly commit: string;
}

/**
 * Asks the remote, and joins what it has with what is here. Nothing is changed yet.
 *
 * @param creates Whether a branch that the remote lacks is about to be made: from its default branch, as far as it has one.
 * @throws GitError `not-found` for a branch that it lacks and that is not made.
 */
export async function fetchItems(
  context: SyncContext,
  { creates = false } = {},
): Promise<FetchedItems> {
  const { git, remote, settings, files, db, progress, signal } = context;
  const branch = await git.fetch(await remote(), progress, signal);
  const origin = branch.head === null ? await originOf(context, creates) : null;
  const head = branch.head ?? origin?.commit ?? null;
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
    origin: origin?.branch ?? null,
    items,
    refused: [...tree.refused, ...unseen.map(refusedFolder)],
    unseen: items.map(isUnseen).filter((entry) => entry !== null),
  };
}

/** Where a branch begins that the remote lacks; null: the remote has none. */
async function originOf(
  { git, remote, settings, progress, signal }: SyncContext,
  creates: boolean,
): Promise<Origin | null> {
  const target = await remote();
  const { names, defaultName: branch } = await git.branches(target);
  if (branch === null) return null;
  if (!creates) throw noSuchBranch(settings.branch, { names, branch });
  const { head: commit } = await git.fetch({ ...target, branch }, progress, signal);
  if (commit === null) throw noSuchBranch(branch, { names, branch });
  return { branch, commit };
}

function noSuchBranch(
  wanted: string,
  { names, branch }: { readonly names: readonly string[]; readonly branch: string },
): GitError {
  return new GitError(
    'not-found',
    `The remote has no branch "${shownPath(wanted)}". It has ${namesOfSome(names)}. Change the branch in the settings of Git Sync, or publish to create it from ${shownPath(branch)}.`,
  );
}

type Named = Pick<SyncItem, 'itemId' | 'path'>;

const nothing: GitListing = { entries: [], unseen: [] };

/** Another branch is not another remote: what was synced with one is compared with the other, as if it had moved there. */
function isOtherRemote({ db, settings }: SyncContext): boolean {
  const state = syncState(db);
  return (
    state !== undefined &&
    (state.repository !== settings.repository || state.path !== settings.path)
  );
}

/**
 * Another remote, or one that is empty by now, has not deleted what it never had: only what it has as well was synced with it.
 * The rest is untracked here, or in conflict.
 */
function withSharedBase(
  row: SyncItemRow,
  items: ReadonlyMap<string, { readonly oid: string }>,
): SyncItemRow {
  const isShared = items.get(row.itemId)?.oid === row.baseOid;
  return isShared ? row : { ...row, baseOid: null, baseHash: '', baseCommit: '' };
}
