import type { SyncItemRow } from '../storage/sync-items.ts';
import type { GitCommit } from './git-process/git.ts';
import type { SyncItem } from './items.ts';
import { noReview } from './review.ts';

const unknown = {
  baseOid: null,
  baseHash: '',
  baseCommit: '',
  syncedAt: null,
  remoteOid: null,
  ...noReview,
  acceptedHash: '',
  missingAt: null,
  previousStatus: '',
} as const;

const noConflict = {
  conflictCommit: '',
  conflictAuthor: '',
  conflictMessage: '',
  conflictAt: null,
} as const;

/** The row of an item as the remote is now. */
export function rowOf({ itemId, kind, path, sides, row }: SyncItem): SyncItemRow {
  return { ...unknown, ...noConflict, ...row, itemId, kind, path, remoteOid: sides.remote };
}

/** A content that both sides have. */
export interface SyncedContent {
  readonly oid: string;
  readonly hash: string;
  readonly commit: string;
  readonly at: number;
}

/** An item of which both sides are the same now. */
export function syncedRow(row: SyncItemRow, { oid, hash, commit, at }: SyncedContent): SyncItemRow {
  const content = { baseOid: oid, remoteOid: oid, baseHash: hash, baseCommit: commit };
  const isThere = { missingAt: null, previousStatus: '' } as const;
  return { ...row, ...noConflict, ...isThere, ...content, syncedAt: at };
}

/** An item that was never on both sides. */
export function unsyncedRow(row: SyncItemRow): SyncItemRow {
  const unsynced = { baseOid: null, baseHash: '', baseCommit: '', syncedAt: null };
  return { ...row, ...noConflict, ...unsynced };
}

/** The same item when its conflict is over. */
export function withoutConflict(row: SyncItemRow): SyncItemRow {
  return { ...row, ...noConflict };
}

/** An item that both sides have changed; `commit` is theirs. */
export function conflictRow(
  row: SyncItemRow,
  commit: GitCommit | undefined,
  at: number,
): SyncItemRow {
  return {
    ...row,
    conflictCommit: commit?.oid ?? '',
    conflictAuthor: commit?.author.name ?? '',
    conflictMessage: commit?.message.trim() ?? '',
    conflictAt: row.conflictCommit === commit?.oid ? (row.conflictAt ?? at) : at,
  };
}

/** Whether nothing has to be remembered of an item: it was never on both sides, and the remote has none. */
export function isForgettable({ baseOid, remoteOid, reviewOid }: SyncItemRow): boolean {
  return baseOid === null && remoteOid === null && reviewOid === null;
}
