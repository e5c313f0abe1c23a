import { stemOf } from '../../platform/dag-file-names.ts';
import { notAccepted } from '../../sync/review.ts';
import type { EngineServices } from '../engine-services.ts';

type Services = Pick<EngineServices, 'gitSync'>;

/**
 * Refuses a DAG of which Git Sync has a text that waits: neither the new one nor the one before runs until somebody has
 * decided. The new one is not in the folder, so there may be no file yet.
 *
 * @throws EngineError `forbidden` with the way to accept it.
 */
export function requireAccepted({ gitSync }: Services, fileName: string): void {
  const itemId = stemOf(fileName);
  if (gitSync.isUnderReview(itemId)) throw notAccepted(itemId);
}

/** Whether a text in the folder is none that waits: an earlier version, or a person, may have put that there. */
export function isAccepted(
  { gitSync }: Services,
  fileName: string,
  text: () => string | null,
): boolean {
  const itemId = stemOf(fileName);
  if (!gitSync.isUnderReview(itemId)) return true;
  const read = text();
  return read === null || !gitSync.isWaiting(itemId, read);
}
