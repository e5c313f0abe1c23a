import {
  deleteSyncItem,
  putSyncItem,
  putSyncState,
  type SyncItemRow,
} from '../storage/sync-items.ts';
import { fetchItems, type FetchedItems } from './fetch-items.ts';
import {
  conflictRow,
  isForgettable,
  reviewedRow,
  rowOf,
  syncedRow,
  withoutConflict,
} from './item-rows.ts';
import type { SyncItem } from './items.ts';
import { contentHash } from './local-files.ts';
import { pullAction, type PullAction } from './plan/sides.ts';
import { MAX_ITEM_BYTES } from './plan/remote-tree.ts';
import { markForReview } from './review.ts';
import { fullPath, type SyncContext, type SyncOutcome } from './sync-context.ts';
import { writeFiles, type FileChange, type WriteResult } from './write-files.ts';

/** What a pull does with an item, and what came of it. */
interface Step {
  readonly item: SyncItem;
  readonly action: PullAction;
  /** The new text, for `write`. */
  readonly bytes: Uint8Array | null;
  readonly result: WriteResult | null;
}

/**
 * Takes in what others have done. Everything is decided before anything is written; files are written before it is stored
 * what they are, so that an engine that ends in between finds both sides the same at the next pull.
 */
export async function pull(context: SyncContext): Promise<SyncOutcome> {
  const fetched = await fetchItems(context);
  const planned = await planSteps(context, fetched.items);
  context.files.sweep(fetched.items.map(({ path }) => path));
  await markNewTexts(context, planned);
  const results = await writeFiles(context, planned.flatMap(changeOf), 'pull');
  const steps = planned.map((step) => ({ ...step, result: results.get(step.item.itemId) ?? null }));
  await storeSteps(context, fetched, steps);
  return outcomeOf(fetched, steps);
}

async function planSteps(
  { git }: SyncContext,
  items: readonly SyncItem[],
): Promise<readonly Step[]> {
  const actions = items.map((item) => ({ item, action: pullAction(item.sides) }));
  const wanted = actions.flatMap(({ item, action }) =>
    action === 'write' && item.sides.remote !== null ? [item.sides.remote] : [],
  );
  const contents = await git.read([...new Set(wanted)], MAX_ITEM_BYTES);
  return actions.map(({ item, action }) => {
    const bytes = action === 'write' ? contents.get(item.sides.remote ?? '') : null;
    if (bytes !== undefined) return { item, action, bytes, result: null };
    const message = `The content of ${item.path} is not in the repository.`;
    return { item, action, bytes: null, result: { kind: 'failed', message } };
  });
}

/** Stored before the files are: a new text must not run in between. */
async function markNewTexts(
  { needsReview, writes }: SyncContext,
  steps: readonly Step[],
): Promise<void> {
  const marked = steps.flatMap(({ item, bytes }) =>
    item.kind === 'dag' && bytes !== null ? [{ item, bytes, row: baseRowOf(item) }] : [],
  );
  if (!needsReview || marked.length === 0) return;
  await writes.commitSynced((db) => {
    for (const each of marked) markForReview(db, each);
  });
}

/** As the remote was known before: the file is not written yet. */
const baseRowOf = (item: SyncItem): SyncItemRow => ({
  ...rowOf(item),
  remoteOid: item.row?.remoteOid ?? item.sides.remote,
});

function changeOf({ item, action, bytes, result }: Step): readonly FileChange[] {
  if (result !== null) return [];
  return action === 'remove' || bytes !== null ? [{ item, bytes }] : [];
}

async function storeSteps(
  context: SyncContext,
  { head }: FetchedItems,
  steps: readonly Step[],
): Promise<void> {
  const { git, writes, clock, settings } = context;
  const paths = steps.filter(isConflict).map(({ item }) => item.path);
  const full = paths.map((path) => fullPath(context, path));
  const changes = head === null || full.length === 0 ? null : await git.lastChange(head, full);
  const now = clock.now();
  const { repository, branch, path } = settings;
  await writes.commitSynced((db) => {
    for (const step of steps) {
      const { item } = step;
      const commit = changes?.get(fullPath(context, item.path));
      const row = isConflict(step)
        ? conflictRow(rowOf(item), commit, now)
        : rowAfter(step, { commit: head ?? '', at: now, needsReview: context.needsReview });
      if (row === null || isForgettable(row)) deleteSyncItem(db, item.itemId);
      else putSyncItem(db, row);
    }
    const state = { repository, branch, path, head: head ?? '', lastSyncAt: now, lastError: '' };
    putSyncState(db, state);
  });
}

/** An edit that came between the plan and the write is a change on both sides. */
const isConflict = ({ action, result }: Step): boolean =>
  action === 'conflict' || result?.kind === 'changed';

interface Pulled {
  readonly commit: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly needsReview: boolean;
}

/** Null: nothing is known of the item any more. */
function rowAfter(
  { item, action, bytes, result }: Step,
  { commit, at, needsReview }: Pulled,
): SyncItemRow | null {
  const row = rowOf(item);
  if (result?.kind === 'failed' || action === 'keep' || action === 'conflict')
    return withoutConflict(row);
  if (action === 'remove' || action === 'forget') return null;
  const oid = item.sides.remote ?? '';
  if (bytes === null) {
    return syncedRow(row, { oid, hash: item.local?.hash ?? '', commit, at });
  }
  const written = syncedRow(row, { oid, hash: contentHash(bytes), commit, at });
  if (item.kind !== 'dag') return written;
  return needsReview ? reviewedRow(written, item) : { ...written, needsReview: 0 };
}

function outcomeOf({ refused }: FetchedItems, steps: readonly Step[]): SyncOutcome {
  const conflicts = steps.filter(isConflict).map(idOf);
  const failed = steps.flatMap(({ item, result }) =>
    result?.kind === 'failed' ? [{ itemId: item.itemId, message: result.message }] : [],
  );
  const synced = steps.filter(isDone).map(idOf);
  const modified = steps.filter(({ item }) => item.state === 'modified').map(idOf);
  const errors = [...refused, ...failed];
  return { message: messageOf(synced, conflicts), synced, modified, conflicts, errors };
}

const idOf = ({ item }: Step): string => item.itemId;

function isDone({ action, result }: Step): boolean {
  if (action === 'adopt') return true;
  return (action === 'write' || action === 'remove') && result?.kind === 'written';
}

function messageOf(synced: readonly string[], conflicts: readonly string[]): string {
  if (conflicts.length > 0) return `Pulled with ${conflicts.length} conflict(s)`;
  return synced.length === 0 ? 'Already up to date' : `Synced ${synced.length} DAG(s)`;
}
