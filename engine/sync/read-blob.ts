import { EngineError } from '../contract/errors.ts';
import { contentHash } from './local-files.ts';
import { MAX_ITEM_BYTES } from './plan/remote-tree.ts';
import type { SyncContext } from './sync-context.ts';

/** A content that was on the remote; null where there is none. */
export async function readBlob(
  { git }: Pick<SyncContext, 'git'>,
  oid: string | null,
): Promise<Uint8Array | null> {
  if (oid === null) return null;
  const bytes = (await git.read([oid], MAX_ITEM_BYTES)).get(oid);
  if (bytes !== undefined) return bytes;
  const message = 'A text is not in the copy of the repository. Pull, and try again.';
  throw new EngineError('service_unavailable', message);
}

/** SHA-256; empty for none. */
export function hashOf(bytes: Uint8Array | null): string {
  return bytes === null ? '' : contentHash(bytes);
}
