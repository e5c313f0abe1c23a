import { EngineError } from '../contract/errors.ts';
import { deleteSyncItem, putSyncItem, syncItem, syncState } from '../storage/sync-items.ts';
import { isForgettable, rowOf, syncedRow, unsyncedRow } from './item-rows.ts';
import { knownItems, type SyncItem } from './items.ts';
import { contentHash } from './local-files.ts';
import { discardAction } from './plan/sides.ts';
import { MAX_ITEM_BYTES } from './plan/remote-tree.ts';
import { noSuchItem } from './publish.ts';
import { acceptPulledText } from '../storage/pulled-texts.ts';
import { markForReview } from './review.ts';
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
 * Makes the text of an item that of the remote. What was here is kept.
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
  const bytes = action === 'take' ? await remoteText(context, item) : null;
  const isNew = bytes !== null && item.sides.remote !== item.sides.base;
  const mustReview = context.needsReview && item.kind === 'dag' && isNew;
  const marked = { item, row: rowOf(item), bytes: bytes ?? Buffer.alloc(0) };
  const row = mustReview
    ? await context.writes.commitSynced((db) => markForReview(db, marked))
    : marked.row;
  await replaceFile(context, { item, bytes }, 'discard');
  const { head = '' } = syncState(context.db) ?? {};
  const at = context.clock.now();
  await context.writes.commitSynced((db) => {
    if (bytes === null) deleteSyncItem(db, itemId);
    else {
      const content = { oid: item.sides.remote ?? '', hash: contentHash(bytes), commit: head, at };
      putSyncItem(db, syncedRow(row, content));
    }
  });
}

async function remoteText({ git }: SyncContext, { sides, path }: SyncItem): Promise<Uint8Array> {
  const oid = sides.remote ?? '';
  const bytes = (await git.read([oid], MAX_ITEM_BYTES)).get(oid);
  if (bytes !== undefined) return bytes;
  const message = `The text of ${path} is not in the copy of the repository. Pull, and try again.`;
  throw new EngineError('service_unavailable', message);
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
  // What nobody has accepted does not become trusted by being forgotten.
  const row = unsyncedRow({ ...rowOf(item), remoteOid: null });
  await context.writes.commitSynced((db) => {
    if (isForgettable(row)) deleteSyncItem(db, itemId);
    else putSyncItem(db, row);
  });
}

/**
 * Accepts the text of an item: it may run from now on.
 *
 * @param hash SHA-256 of the text that was looked at; undefined: whatever is there.
 * @throws EngineError `not_found`, `conflict` where the text is another one.
 */
export async function accept(
  context: Pick<SyncContext, 'db' | 'files' | 'writes'>,
  itemId: string,
  hash: string | undefined,
): Promise<void> {
  const { local } = await requireItem(context, itemId);
  if (hash !== undefined && hash !== local?.hash) {
    throw new EngineError('conflict', `${itemId} was changed since you looked. Look at it again.`);
  }
  await context.writes.commitSynced((db) => {
    if (local !== null) acceptPulledText(db, { hash: local.hash, itemId });
    const row = syncItem(db, itemId);
    if (row === undefined) return;
    const accepted = { ...row, needsReview: 0, acceptedHash: local?.hash ?? '' };
    if (isForgettable(accepted)) deleteSyncItem(db, itemId);
    else putSyncItem(db, accepted);
  });
}
