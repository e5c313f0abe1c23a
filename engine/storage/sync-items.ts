import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** What Git Sync knows of an item that is, or was, on the remote. Times are milliseconds since the epoch. */
export interface SyncItemRow {
  readonly itemId: string;
  readonly kind: 'dag' | 'memory';
  /** On the remote, below its folder. */
  readonly path: string;
  /** Git's id of the content when both sides were last the same; null: they never were. */
  readonly baseOid: string | null;
  /** SHA-256 of the same; empty for none. */
  readonly baseHash: string;
  /** The commit in which it was so; empty for none. */
  readonly baseCommit: string;
  readonly syncedAt: number | null;
  /** Git's id of the content that the remote had when it was last asked. */
  readonly remoteOid: string | null;
  /** The commit of the remote that is in conflict with the content here; empty for none. */
  readonly conflictCommit: string;
  readonly conflictAuthor: string;
  readonly conflictMessage: string;
  readonly conflictAt: number | null;
  /** Git's id of a text of the remote that waits to be accepted; null: none does. */
  readonly reviewOid: string | null;
  /** SHA-256 of the same; empty for none. */
  readonly reviewHash: string;
  /** SHA-256 of the text of the remote that was accepted last; empty for none. */
  readonly acceptedHash: string;
  /** When its file was found to be gone; null: it was there. */
  readonly missingAt: number | null;
  /** Its status before that; empty: not known. */
  readonly previousStatus: PreviousStatus;
}

export type PreviousStatus = '' | 'synced' | 'modified' | 'conflict';

const columns = `item_id AS itemId, kind, path, base_oid AS baseOid, base_hash AS baseHash, base_commit AS baseCommit,
  synced_at AS syncedAt, remote_oid AS remoteOid, conflict_commit AS conflictCommit, conflict_author AS conflictAuthor,
  conflict_message AS conflictMessage, conflict_at AS conflictAt, review_oid AS reviewOid, review_hash AS reviewHash,
  accepted_hash AS acceptedHash, missing_at AS missingAt, previous_status AS previousStatus`;

/** All items, by id. */
export function syncItems(db: Database): readonly SyncItemRow[] {
  return prepared(db, `SELECT ${columns} FROM sync_item ORDER BY item_id`).all() as SyncItemRow[];
}

/** Undefined: Git Sync knows no such item. */
export function syncItem(db: Database, itemId: string): SyncItemRow | undefined {
  return prepared(db, `SELECT ${columns} FROM sync_item WHERE item_id = ?`).get(itemId) as
    SyncItemRow | undefined;
}

/** Whether any item has a text that waits to be accepted. For most homes this settles it. */
export function hasReviews(db: Database): boolean {
  return (
    prepared(db, 'SELECT 1 FROM sync_item WHERE review_oid IS NOT NULL LIMIT 1').get() !== undefined
  );
}

/** The items that wait so and are no conflict, those with the fewest folders first. */
export function dagsToAccept(db: Database): readonly string[] {
  return prepared(
    db,
    `SELECT item_id FROM sync_item WHERE review_oid IS NOT NULL AND conflict_at IS NULL AND kind = 'dag'
     ORDER BY length(item_id) - length(replace(item_id, '/', '')), item_id`,
  )
    .pluck()
    .all() as string[];
}

/** Adds an item, or makes what is known of it this. */
export function putSyncItem(db: Database, item: SyncItemRow): void {
  prepared(
    db,
    `INSERT OR REPLACE INTO sync_item (item_id, kind, path, base_oid, base_hash, base_commit, synced_at, remote_oid,
       conflict_commit, conflict_author, conflict_message, conflict_at, review_oid, review_hash, accepted_hash, missing_at,
       previous_status)
     VALUES (:itemId, :kind, :path, :baseOid, :baseHash, :baseCommit, :syncedAt, :remoteOid, :conflictCommit,
       :conflictAuthor, :conflictMessage, :conflictAt, :reviewOid, :reviewHash, :acceptedHash,
       :missingAt, :previousStatus)`,
  ).run(item);
}

/** Whether the file of an item is gone, and since when. */
export type Missing = Pick<SyncItemRow, 'itemId' | 'missingAt' | 'previousStatus'>;

/** Changes nothing else of the item. */
export function noteMissing(db: Database, missing: Missing): void {
  prepared(
    db,
    `UPDATE sync_item SET missing_at = :missingAt, previous_status = :previousStatus WHERE item_id = :itemId`,
  ).run(missing);
}

/** Returns whether there was one. */
export function deleteSyncItem(db: Database, itemId: string): boolean {
  return prepared(db, 'DELETE FROM sync_item WHERE item_id = ?').run(itemId).changes > 0;
}

/** What Git Sync knows of its remote. */
export interface SyncStateRow {
  readonly repository: string;
  readonly branch: string;
  readonly path: string;
  /** Commit of the branch when it was last asked; empty for none. */
  readonly head: string;
  readonly lastSyncAt: number;
  /** Empty: the last sync succeeded. */
  readonly lastError: string;
}

/** Undefined before the first sync. */
export function syncState(db: Database): SyncStateRow | undefined {
  return prepared(
    db,
    `SELECT repository, branch, path, head, last_sync_at AS lastSyncAt, last_error AS lastError FROM sync_state`,
  ).get() as SyncStateRow | undefined;
}

/** There is one row, which this replaces. */
export function putSyncState(db: Database, state: SyncStateRow): void {
  prepared(
    db,
    `INSERT OR REPLACE INTO sync_state (id, repository, branch, path, head, last_sync_at, last_error)
     VALUES (1, :repository, :branch, :path, :head, :lastSyncAt, :lastError)`,
  ).run(state);
}
