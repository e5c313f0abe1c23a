import { extname } from 'node:path';
import { notePulledText } from '../storage/pulled-texts.ts';
import type { Database } from '../storage/database.ts';
import type { DagRenaming } from '../storage/dag-names.ts';
import { putSyncItem, syncItem, type SyncItemRow } from '../storage/sync-items.ts';
import { reviewedRow, unsyncedRow } from './item-rows.ts';
import type { SyncItem } from './items.ts';
import { contentHash } from './local-files.ts';

/**
 * Marks an item whose new text must be accepted, and that text, whatever file it is in later. Before the file is written: it
 * must not run in between.
 *
 * @returns The row as it is stored.
 */
export function markForReview(
  db: Database,
  { item, row, bytes }: { item: SyncItem; row: SyncItemRow; bytes: Uint8Array },
): SyncItemRow {
  const reviewed = reviewedRow(row, item);
  putSyncItem(db, reviewed);
  // As it is read to be run.
  const text = Buffer.from(bytes).toString('utf8');
  notePulledText(db, { hash: contentHash(Buffer.from(text)), itemId: item.itemId });
  return reviewed;
}

/** A DAG that must be accepted stays one under its new name, also when it is edited then. */
export function renameReview(db: Database, { from, to }: DagRenaming): void {
  const row = syncItem(db, from.fileName);
  if (row?.needsReview !== 1) return;
  const fresh = {
    ...unsyncedRow(row),
    itemId: to.fileName,
    path: to.fileName + extname(row.path),
    remoteOid: null,
    missingAt: null,
    previousStatus: '',
  } as const;
  const known = syncItem(db, to.fileName) ?? fresh;
  putSyncItem(db, { ...known, needsReview: 1, acceptedHash: row.acceptedHash });
}
