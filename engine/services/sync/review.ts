import { EngineError } from '../../contract/errors.ts';
import type { DagFile } from '../../platform/dag-files.ts';
import type { EngineServices } from '../engine-services.ts';

type Services = Pick<EngineServices, 'gitSync' | 'catalog'>;

/**
 * Refuses a definition that came from Git until somebody has accepted it.
 *
 * @param read Its `file` is null where the definition came with the request.
 * @throws EngineError `forbidden` with the way to accept it.
 */
export function requireAccepted(
  { gitSync }: Pick<Services, 'gitSync'>,
  { file, text }: { readonly file: Pick<DagFile, 'fileName'> | null; readonly text: string },
): void {
  const itemId = gitSync.itemToAccept(file?.fileName ?? null, text);
  if (itemId === undefined) return;
  const look = gitSync.settings.enabled
    ? `Look at its changes with \`dagwright sync diff ${itemId}\`, then accept them`
    : 'Git Sync is off: read its text, then accept it';
  throw new EngineError(
    'forbidden',
    `DAG ${itemId} came from Git, and nobody has accepted it yet. ${look} with \`dagwright sync accept ${itemId}\`.`,
    { details: { itemId, accept: `/api/v1/sync/items/${encodeURIComponent(itemId)}/accept` } },
  );
}

/** Whether the stored definition waits for somebody who accepts it. One that is gone waits for nobody. */
export function isStoredUnderReview({ gitSync, catalog }: Services, fileName: string): boolean {
  if (!gitSync.mayBeUnderReview(fileName)) return false;
  const text = catalog.textOf(fileName);
  return text !== null && gitSync.itemToAccept(fileName, text) !== undefined;
}
