import { EngineError } from '../contract/errors.ts';
import { putSyncItem, syncState } from '../storage/sync-items.ts';
import { requireItem } from './item-actions.ts';
import { rowOf, syncedRow } from './item-rows.ts';
import type { SyncItem } from './items.ts';
import { contentHash } from './local-files.ts';
import { readBlob } from './read-blob.ts';
import { noReview, textToAccept } from './review.ts';
import { replaceFile } from './replace-file.ts';
import type { SyncContext } from './sync-context.ts';

/**
 * Accepts a text of the remote: it takes its place in the folder of DAGs. In a conflict, the text here stays, and theirs may
 * be taken or merged from now on.
 *
 * @param hash SHA-256 of the text that was looked at.
 * @throws EngineError `not_found`, `conflict` where it is not the one that waits.
 */
export async function accept(context: SyncContext, itemId: string, hash: string): Promise<void> {
  const item = await requireItem(context, itemId);
  const oid = textToAccept(item);
  const bytes = await readBlob(context, oid);
  if (oid === null || bytes === null || contentHash(bytes) !== hash) {
    // An earlier request has accepted it, and its answer was lost.
    if (oid === null && hash === item.local?.hash) return;
    throw otherText(item, oid);
  }
  const row = { ...rowOf(item), ...noReview, acceptedHash: hash };
  if (item.state === 'conflict') {
    return context.writes.commitSynced((db) => putSyncItem(db, row));
  }
  if (item.local?.oid !== oid) await replaceFile(context, { item, bytes }, 'pull');
  const { head = '' } = syncState(context.db) ?? {};
  const synced = syncedRow(row, { oid, hash, commit: head, at: context.clock.now() });
  // The remote may have gone on since.
  const next = { ...synced, remoteOid: row.remoteOid };
  await context.writes.commitSynced((db) => putSyncItem(db, next));
}

function otherText({ itemId }: SyncItem, oid: string | null): EngineError {
  const look = `Look at it with \`dagwright sync diff ${itemId}\``;
  return new EngineError(
    'conflict',
    oid === null
      ? `No text of ${itemId} waits to be accepted. ${look}.`
      : `The text of ${itemId} that waits is not the one that you accept: it has changed since you looked. ${look}, then accept the hash that it shows.`,
    { details: { itemId } },
  );
}
