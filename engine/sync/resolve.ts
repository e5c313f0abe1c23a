import { EngineError } from '../contract/errors.ts';
import { deleteSyncItem, putSyncItem, syncState } from '../storage/sync-items.ts';
import { requireItem } from './item-actions.ts';
import { isForgettable, rowOf, syncedRow, unsyncedRow } from './item-rows.ts';
import type { SyncItem } from './items.ts';
import { contentHash } from './local-files.ts';
import { hashOf, readBlob } from './read-blob.ts';
import { notInConflict } from './texts-to-merge.ts';
import { conflictMarkIn } from './plan/conflict-marks.ts';
import { MAX_ITEM_BYTES, tooLarge } from './plan/remote-tree.ts';
import { mustBeAccepted, noReview, notAccepted } from './review.ts';
import { replaceFile } from './replace-file.ts';
import type { SyncContext } from './sync-context.ts';

/** What a person has made of a merge. */
export interface Resolution {
  readonly itemId: string;
  readonly content: string;
  /** Those of the merge that it was made of. */
  readonly localHash: string;
  readonly remoteHash: string;
}

/**
 * Ends a conflict: the merged text takes the place of the one here, which is kept, and counts as a change of what the remote
 * has. The file is written before that is stored: an engine that ends in between leaves the conflict, in which the merged text
 * is the one of here, and the same request ends it.
 *
 * @param check Rejects where the text cannot be that of the item.
 * @throws EngineError `not_found`, `conflict` where either text is another one by now, `bad_request` while conflict marks are
 *   left, or where there is no conflict, `forbidden` where theirs must be accepted first.
 */
export async function resolve(
  context: SyncContext,
  resolution: Resolution,
  check: (item: SyncItem) => Promise<void>,
): Promise<void> {
  const { itemId } = resolution;
  const bytes = decidedBytes(resolution);
  const item = await requireItem(context, itemId);
  await check(item);
  const theirs = await readBlob(context, item.sides.remote);
  // Else an earlier request has written it, and its answer was lost.
  const isNew = item.local?.hash !== contentHash(bytes);
  requireSame(item, resolution, { theirs, isNew });
  if (item.state !== 'conflict') {
    if (!isNew) return;
    throw notInConflict(itemId);
  }
  // A merged text has lines of theirs.
  if (theirs !== null && mustBeAccepted(context, item.row, contentHash(theirs))) {
    throw notAccepted(itemId);
  }
  const row = { ...rowOf(item), ...noReview };
  if (isNew) await replaceFile(context, { item, bytes }, 'merge');
  const { head = '' } = syncState(context.db) ?? {};
  const content = { oid: item.sides.remote ?? '', hash: hashOf(theirs), commit: head };
  const taken = { ...content, at: context.clock.now() };
  const next = theirs === null ? unsyncedRow(row) : syncedRow(row, taken);
  await context.writes.commitSynced((db) => {
    if (isForgettable(next)) deleteSyncItem(db, itemId);
    else putSyncItem(db, next);
  });
}

function decidedBytes({ itemId, content }: Resolution): Uint8Array {
  const line = conflictMarkIn(content);
  if (line !== null) {
    const message = `Line ${line} of the merged text is a conflict mark. Decide that conflict, and remove its marks.`;
    throw new EngineError('bad_request', message);
  }
  const bytes = Buffer.from(content);
  if (bytes.length > MAX_ITEM_BYTES) throw new EngineError('bad_request', tooLarge(itemId));
  return bytes;
}

function requireSame(
  { local }: SyncItem,
  { itemId, localHash, remoteHash }: Resolution,
  { theirs, isNew }: { readonly theirs: Uint8Array | null; readonly isNew: boolean },
): void {
  if (hashOf(theirs) !== remoteHash) {
    const message = `The text of ${itemId} on the remote has changed since you merged it. Merge again.`;
    throw new EngineError('conflict', message);
  }
  if (!isNew || (local?.hash ?? '') === localHash) return;
  const message = `The text of ${itemId} here has changed since you merged it. Merge again.`;
  throw new EngineError('conflict', message);
}
