import { EngineError } from '../../contract/errors.ts';
import type { ReadDag } from '../catalog/dag-reader.ts';
import type { EngineServices } from '../engine-services.ts';

type Services = Pick<EngineServices, 'gitSync' | 'catalog'>;

/**
 * Refuses a definition that came from Git until somebody has accepted it.
 *
 * @throws EngineError `forbidden` with the way to accept it.
 */
export function requireAccepted({ gitSync }: Services, { file, text }: ReadDag): void {
  if (gitSync.isUnderReview(file.fileName, text)) throw underReview(file.fileName);
}

/** What is said of one that is to run before that. */
export function underReview(itemId: string): EngineError {
  return new EngineError(
    'forbidden',
    `DAG ${itemId} came from Git, and nobody has accepted it yet. Look at its changes with ` +
      `\`dagwright sync diff ${itemId}\`, then accept them with \`dagwright sync accept ${itemId}\`.`,
    { details: { itemId, accept: `/api/v1/sync/items/${encodeURIComponent(itemId)}/accept` } },
  );
}

/** Whether the stored definition waits for somebody who accepts it. One that is gone waits for nobody. */
export function isStoredUnderReview({ gitSync, catalog }: Services, fileName: string): boolean {
  if (!gitSync.mayBeUnderReview(fileName)) return false;
  const read = catalog.read(fileName);
  return read !== null && gitSync.isUnderReview(fileName, read.text);
}
