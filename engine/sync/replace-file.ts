import type { KeptReason } from '../contract/sync.ts';
import { EngineError } from '../contract/errors.ts';
import type { SyncContext } from './sync-context.ts';
import { writeFiles, type FileChange } from './write-files.ts';

/**
 * Changes the file of one item, as somebody asked for.
 *
 * @throws EngineError `conflict` where it was edited a moment ago, `service_unavailable` where it cannot be written.
 */
export async function replaceFile(
  context: Pick<SyncContext, 'files' | 'kept' | 'changed'>,
  change: FileChange,
  reason: KeptReason,
): Promise<void> {
  const { itemId } = change.item;
  const result = (await writeFiles(context, [change], reason)).get(itemId);
  if (result?.kind === 'failed') throw new EngineError('service_unavailable', result.message);
  if (result?.kind !== 'changed') return;
  throw new EngineError('conflict', `${itemId} is being edited right now. It stays as it is.`);
}
