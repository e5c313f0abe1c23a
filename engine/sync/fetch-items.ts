import { syncItems, syncState, type SyncItemRow } from '../storage/sync-items.ts';
import { itemsWith, type SyncItem } from './items.ts';
import { GitError, type GitListing } from './git-process/git.ts';
import { readTree, type RefusedEntry, type RemoteTree } from './plan/remote-tree.ts';
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
 * @throws GitError `not-found` for a branch that it lacks and that is not made, and for such a folder, where items were synced
 * with another one.
 */
export async function fetchItems(
  context: SyncContext,
  { creates = false } = {},
): Promise<FetchedItems> {
  const { git, remote, settings, files, db, progress, signal } = context;
  const branch = await git.fetch(await remote(), progress, signal);
  const origin = branch.head === null ? await originOf(context, creates) : null;
  const head = branch.head ?? origin?.commit ?? null;
  const listing = head === null ? nothing : await git.list(head, settings.path);
  const { entries, unseen } = listing;
  const known = syncItems(db);
  const tree = readTree(entries, new Set(known.map(({ path }) => path)));
  const hasBase = known.some(({ baseOid }) => baseOid !== null);
  if (head !== null && hasBase && !creates) await requireFolder(context, head, { listing, tree });
  const rows = withBases(known, tree.items, head === null ? 'repository' : movedTo(context));
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

/** What of the place of the remote is another one than that of the last sync; null: nothing that has other items. */
type Moved = 'repository' | 'path' | null;

/** Another branch is not another remote: what was synced with one is compared with the other, as if it had moved there. */
function movedTo({ db, settings }: SyncContext): Moved {
  const state = syncState(db);
  if (state === undefined || state.repository === settings.repository)
    return state === undefined || state.path === settings.path ? null : 'path';
  return 'repository';
}

/** Whether the branch, the folder or the repository is another one than that of the last sync. */
export function isElsewhere({ db, settings }: Pick<SyncContext, 'db' | 'settings'>): boolean {
  const state = syncState(db);
  const keys = ['repository', 'branch', 'path'] as const;
  return state !== undefined && keys.some((key) => state[key] !== settings[key]);
}

/**
 * Another remote, another folder of it, or one that is empty by now, has not deleted what it never had: what it lacks is
 * untracked here. What another folder has is the same item, moved there with its base; of another repository only what it has
 * with the same text was synced with it.
 */
function withBases(
  rows: readonly SyncItemRow[],
  items: ReadonlyMap<string, { readonly oid: string }>,
  moved: Moved,
): readonly SyncItemRow[] {
  if (moved === null) return rows;
  return rows.map((row) => {
    const oid = items.get(row.itemId)?.oid;
    const isKept = moved === 'path' ? oid !== undefined : oid === row.baseOid;
    return isKept ? row : { ...row, baseOid: null, baseHash: '', baseCommit: '' };
  });
}

interface Found {
  readonly listing: GitListing;
  readonly tree: Pick<RemoteTree, 'items' | 'refused'>;
}

/** A folder that is not there is usually a slip. To go on would forget what was synced, and find all of it changed later. */
async function requireFolder(
  context: SyncContext,
  head: string,
  { listing: { entries, unseen }, tree }: Found,
): Promise<void> {
  const { git, settings } = context;
  const { path, branch } = settings;
  if (path === '' || unseen.length > 0 || !isElsewhere(context)) return;
  const isEmpty = movedTo(context) !== null && tree.items.size + tree.refused.length === 0;
  if (entries.length > 0 && !isEmpty) return;
  const what = entries.length > 0 ? 'has no DAGs in the folder' : 'has no folder';
  const all = await git.list(head, '');
  const folders = all.entries.flatMap((entry) => /^([^/]+)\//.exec(entry.path)?.[1] ?? []);
  const named = [...new Set(folders)].sort();
  const has = named.length === 0 ? '' : ` It has ${namesOfSome(named)}.`;
  throw new GitError(
    'not-found',
    `The remote ${what} "${shownPath(path)}" on the branch ${shownPath(branch)}.${has} Change \`path\` in the settings of Git Sync, or publish to create the folder.`,
  );
}
