import { stemOf } from '../../platform/dag-file-names.ts';
import { itemIdOf } from '../../platform/dag-folder/dag-tree.ts';
import { notAccepted } from '../../sync/review.ts';
import type { EngineServices } from '../engine-services.ts';

type Services = Pick<EngineServices, 'gitSync' | 'catalog'>;

/**
 * Refuses a DAG of which Git Sync has a text that waits: neither the new one nor the one before runs until somebody has
 * decided. The new one is not in the folder, so there may be no file yet.
 *
 * @throws EngineError `forbidden` with the way to accept it.
 */
export function requireAccepted(services: Services, fileName: string): void {
  const itemId = itemUnderReview(services, stemOf(fileName));
  if (itemId !== null) throw notAccepted(itemId);
}

/**
 * The same for a file by its path below the folder of DAGs, without extension.
 *
 * @throws EngineError `forbidden` with the way to accept it.
 */
export function requireItemAccepted({ gitSync }: Pick<Services, 'gitSync'>, itemId: string): void {
  if (gitSync.isUnderReview(itemId)) throw notAccepted(itemId);
}

/**
 * The item that waits and that the DAG of this name, or at this path, is or would be: its file may not be there yet. Null: none
 * waits.
 */
export function itemUnderReview({ gitSync, catalog }: Services, fileName: string): string | null {
  const waiting = gitSync.underReview(fileName);
  if (fileName.includes('/') || waiting.length === 0) return waiting[0] ?? null;
  const here = catalog.entry(fileName) ?? catalog.tree.find(fileName);
  const itemId = here ? itemIdOf(here) : (waiting[0] ?? null);
  return itemId !== null && waiting.includes(itemId) ? itemId : null;
}

/** Whether a text in the folder is none that waits: an earlier version, or a person, may have put that there. */
export function isAccepted(
  { gitSync }: Pick<Services, 'gitSync'>,
  itemId: string,
  text: () => string | null,
): boolean {
  if (!gitSync.isUnderReview(itemId)) return true;
  const read = text();
  return read === null || !gitSync.isWaiting(itemId, read);
}
