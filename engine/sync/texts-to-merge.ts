import { isUtf8 } from 'node:buffer';
import { EngineError } from '../contract/errors.ts';
import type { ThreeTexts } from '../lib/merge-texts.ts';
import { requireItem } from './item-actions.ts';
import type { SyncItem } from './items.ts';
import { contentHash } from './local-files.ts';
import { hashOf, readBlob } from './read-blob.ts';
import type { SyncContext } from './sync-context.ts';

type Looked = Pick<SyncContext, 'db' | 'files' | 'git'>;

/** The texts of an item in conflict. */
export interface ToMerge {
  readonly item: SyncItem;
  readonly texts: ThreeTexts;
  /** SHA-256 of the text here. */
  readonly localHash: string;
  /** The same of the remote; empty where it has none. */
  readonly remoteHash: string;
}

/**
 * What is to be merged of an item in conflict, with the remote as it was when it was last asked.
 *
 * @throws EngineError `not_found`, `bad_request` for an item that is not in conflict, or is no text.
 */
export async function textsToMerge(context: Looked, itemId: string): Promise<ToMerge> {
  const item = await requireItem(context, itemId);
  const { local, sides, state } = item;
  if (state !== 'conflict' || local === null) throw notInConflict(itemId);
  if (local.problem !== '') throw new EngineError('bad_request', local.problem);
  const mine = context.files.read(local.path).bytes;
  const base = await readBlob(context, sides.base);
  const theirs = await readBlob(context, sides.remote);
  return {
    item,
    texts: { base: textOf(base), mine: textOf(mine), theirs: textOf(theirs) },
    localHash: contentHash(mine),
    remoteHash: hashOf(theirs),
  };
}

/** `bad_request`. */
export function notInConflict(itemId: string): EngineError {
  return new EngineError('bad_request', `${itemId} is not in conflict: there is nothing to merge.`);
}

/** What is no text would be another one when it is written back. */
function textOf(bytes: Uint8Array | null): string {
  if (bytes === null) return '';
  if (isUtf8(bytes)) return Buffer.from(bytes).toString('utf8');
  const message =
    'One of the two is not text in UTF-8, and cannot be merged. Publish yours, or take theirs.';
  throw new EngineError('bad_request', message);
}
