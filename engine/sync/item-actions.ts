import { EngineError } from '../contract/errors.ts';
import { deleteSyncItem, putSyncItem, syncState } from '../storage/sync-items.ts';
import { isForgettable, rowOf, syncedRow, unsyncedRow, withoutConflict } from './item-rows.ts';
import { knownItems, type SyncItem } from './items.ts';
import { contentHash } from './local-files.ts';
import { discardAction } from './plan/sides.ts';
import { noSuchItem } from './publish.ts';
import { readBlob } from './read-blob.ts';
import { mustBeAccepted, noReview } from './review.ts';
import { replaceFile } from './replace-file.ts';
import type { SyncContext } from './sync-context.ts';

type Asked = Pick<SyncContext, 'db' | 'files'>;

/** @throws EngineError `not_found`. */
export async function requireItem({ db, files }: Asked, itemId: string): Promise<SyncItem> {
  const item = (await knownItems(db, files)).find((known) => known.itemId === itemId);
  if (item === undefined) throw noSuchItem(itemId);
  return item;
}

/**
 * Makes the text of an item that of the remote. What was here is kept. Where theirs must be accepted first, it waits, and
 * the text that both sides had last takes the place.
 *
 * @throws EngineError `not_found`, `bad_request` for an item that the remote never had, `conflict` where somebody edits it.
 */
export async function discard(context: SyncContext, itemId: string): Promise<void> {
  const item = await requireItem(context, itemId);
  const action = discardAction(item.sides);
  if (action === 'unknown') {
    const message = `${itemId} was never on the remote, so there is no text to go back to. Publish it, or delete it.`;
    throw new EngineError('bad_request', message);
  }
  if (action === 'nothing') return;
  const theirs = await readBlob(context, item.sides.remote);
  const waits = isToReview(context, item, theirs);
  const bytes = waits ? await readBlob(context, item.sides.base) : theirs;
  await replaceFile(context, { item, bytes }, 'discard');
  const { head = '' } = syncState(context.db) ?? {};
  const content = { oid: item.sides.remote ?? '', commit: head, at: context.clock.now() };
  const row = { ...rowOf(item), ...noReview };
  const review = {
    reviewOid: item.sides.remote,
    reviewHash: theirs === null ? '' : contentHash(theirs),
  };
  await context.writes.commitSynced((db) => {
    if (waits) putSyncItem(db, { ...withoutConflict(row), ...review });
    else if (bytes === null) deleteSyncItem(db, itemId);
    else putSyncItem(db, syncedRow(row, { ...content, hash: contentHash(bytes) }));
  });
}

/** Whether what the remote has is new here, and must be accepted first. */
function isToReview(context: SyncContext, { sides, row }: SyncItem, theirs: Uint8Array | null) {
  if (theirs === null || sides.remote === sides.base) return false;
  return mustBeAccepted(context, row, contentHash(theirs));
}

/**
 * Forgets that an item was synced: the file stays, and counts as untracked.
 *
 * @throws EngineError `not_found`, `bad_request` for an item of which nothing is known.
 */
export async function forget(
  context: Pick<SyncContext, 'db' | 'files' | 'writes'>,
  itemId: string,
): Promise<void> {
  const item = await requireItem(context, itemId);
  if (item.row === null) {
    throw new EngineError('bad_request', `${itemId} is untracked: there is nothing to forget.`);
  }
  // A text that waits comes again with the next pull, and waits again.
  const row = unsyncedRow({ ...rowOf(item), ...noReview, remoteOid: null });
  await context.writes.commitSynced((db) => {
    if (isForgettable(row)) deleteSyncItem(db, itemId);
    else putSyncItem(db, row);
  });
}
