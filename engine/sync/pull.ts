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
  rowOf,
  syncedRow,
  unsyncedRow,
  withoutConflict,
} from './item-rows.ts';
import type { SyncItem } from './items.ts';
import { contentHash } from './local-files.ts';
import { pullAction, type PullAction } from './plan/sides.ts';
import { MAX_ITEM_BYTES } from './plan/remote-tree.ts';
import { mustBeAccepted, noReview, standsHere, type Review } from './review.ts';
import { fullPath, type SyncContext, type SyncOutcome } from './sync-context.ts';
import { writeFiles, type FileChange, type WriteResult } from './write-files.ts';

const MIB = 1024 ** 2;
/** Texts that a pull writes; what is left comes with the next one. */
const MAX_PULL_BYTES = 256 * MIB;
/** That are listed one by one. */
const MAX_ERRORS = 500;
/** Of the name of an entry that is none of ours. */
const MAX_ID = 1024;

/** What a pull does with an item, and what came of it. */
interface Step {
  readonly item: SyncItem;
  /** `review`: the remote has a new text, which waits to be accepted and is not written. */
  readonly action: PullAction | 'review';
  /** The new text, for `write`. */
  readonly bytes: Uint8Array | null;
  /** The text of the remote that waits; null: none does. */
  readonly review: Review | null;
  readonly result: WriteResult | null;
}

/**
 * Takes in what others have done. Everything is decided before anything is written; files are written before it is stored
 * what they are, so that an engine that ends in between finds both sides the same at the next pull. What must be accepted is
 * not written: its item knows of it, and the text waits in the copy of the repository.
 */
export async function pull(context: SyncContext): Promise<SyncOutcome> {
  const fetched = await fetchItems(context);
  const planned = await planSteps(context, fetched.items);
  context.files.sweep(fetched.items.map(({ path }) => path));
  const results = await writeFiles(context, planned.flatMap(changeOf), 'pull');
  const steps = planned.map((step) => ({ ...step, result: results.get(step.item.itemId) ?? null }));
  await storeSteps(context, fetched, steps);
  return outcomeOf(fetched, steps);
}

async function planSteps(
  context: SyncContext,
  items: readonly SyncItem[],
): Promise<readonly Step[]> {
  const actions = items.map((item) => ({ item, action: actionOf(context, item) }));
  const wanted = actions.flatMap(({ item, action }) =>
    action === 'write' && item.sides.remote !== null ? [item.sides.remote] : [],
  );
  const contents = await context.git.read([...new Set(wanted)], MAX_ITEM_BYTES);
  let left = MAX_PULL_BYTES;
  return actions.map(({ item, action }): Step => {
    const step = { item, action, bytes: null, review: null, result: null };
    if (action !== 'write') return step;
    const bytes = contents.get(item.sides.remote ?? '');
    left -= bytes?.length ?? 0;
    if (bytes === undefined || left < 0) {
      const message = `${item.path} is left for the next pull: this one has taken ${MAX_PULL_BYTES / MIB} MB. Pull again.`;
      return { ...step, result: { kind: 'failed', message } };
    }
    const hash = contentHash(bytes);
    if (!mustBeAccepted(context, item.row, hash)) return { ...step, bytes };
    const review = { reviewOid: item.sides.remote, reviewHash: hash };
    return { ...step, action: 'review', review };
  });
}

/** What waits is taken out of the folder where it stands there all the same. */
function actionOf({ settings }: SyncContext, item: SyncItem): PullAction {
  if (settings.trust === 'always' || !standsHere(item)) return pullAction(item.sides);
  return item.sides.remote === null ? 'remove' : 'write';
}

function changeOf({ item, action, bytes, result }: Step): readonly FileChange[] {
  if (result !== null) return [];
  const isTakenOut = action === 'remove' || (action === 'review' && standsHere(item));
  return isTakenOut || bytes !== null ? [{ item, bytes }] : [];
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
        ? conflictRow(rowWith(step), commit, now)
        : rowAfter(step, { commit: head ?? '', at: now });
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

const rowWith = ({ item, review }: Step): SyncItemRow => ({
  ...rowOf(item),
  ...(review ?? noReview),
});

interface Pulled {
  readonly commit: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Null: nothing is known of the item any more. */
function rowAfter(step: Step, { commit, at }: Pulled): SyncItemRow | null {
  const { item, action, bytes, result } = step;
  const row = rowWith(step);
  if (action === 'review' && result?.kind === 'written') return unsyncedRow(row);
  if (result?.kind === 'failed' || action === 'keep' || action === 'review')
    return withoutConflict(row);
  if (action === 'remove' || action === 'forget') return null;
  const hash = bytes === null ? (item.local?.hash ?? '') : contentHash(bytes);
  return syncedRow(row, { oid: item.sides.remote ?? '', hash, commit, at });
}

function outcomeOf({ refused }: FetchedItems, steps: readonly Step[]): SyncOutcome {
  const conflicts = steps.filter(isConflict).map(idOf);
  const failed = steps.flatMap(({ item, result }) =>
    result?.kind === 'failed' ? [{ itemId: item.itemId, message: result.message }] : [],
  );
  const synced = steps.filter(isDone).map(idOf);
  const modified = steps.filter(({ item }) => item.state === 'modified').map(idOf);
  const review = steps.filter(({ action }) => action === 'review').map(idOf);
  const errors = someOf([...refused, ...failed]);
  const message = messageOf({ synced, conflicts, review });
  return { message, synced, modified, conflicts, review, errors };
}

type Errors = SyncOutcome['errors'];

/** A remote can have more that is not taken than anybody reads. */
function someOf(errors: Errors): Errors {
  const some = errors.slice(0, MAX_ERRORS).map(({ itemId, message }) => ({
    itemId: itemId.slice(0, MAX_ID),
    message,
  }));
  const left = errors.length - some.length;
  if (left === 0) return some;
  return [...some, { itemId: '', message: `${left} more are not taken, and not listed.` }];
}

const idOf = ({ item }: Step): string => item.itemId;

function isDone({ action, result }: Step): boolean {
  if (action === 'adopt') return true;
  return (action === 'write' || action === 'remove') && result?.kind === 'written';
}

function messageOf({
  synced,
  conflicts,
  review,
}: Pick<SyncOutcome, 'synced' | 'conflicts' | 'review'>): string {
  if (conflicts.length > 0) return `Pulled with ${conflicts.length} conflict(s)`;
  if (review.length > 0) return `Pulled: ${review.length} item(s) wait to be accepted`;
  return synced.length === 0 ? 'Already up to date' : `Synced ${synced.length} DAG(s)`;
}
