import { EngineError } from '../contract/errors.ts';
import { knownItems, type SyncItem } from './items.ts';
import type { KeptContent } from './kept-copies.ts';
import { contentHash } from './local-files.ts';
import { itemOf } from './plan/item-path.ts';
import { stateOf } from './plan/sides.ts';
import { notAccepted } from './review.ts';
import { replaceFile } from './replace-file.ts';
import type { SyncContext } from './sync-context.ts';

/**
 * Puts a text that was kept back into its place. What stands there by now is kept in its turn. To do it again is no error.
 *
 * @returns The path of the text.
 * @throws EngineError `not_found`, `conflict` where somebody edits the file, `forbidden` for a text that waits to be accepted.
 */
export async function restore(context: SyncContext, keptId: string): Promise<string> {
  const copy = requireCopy(context, keptId);
  const item = await itemAt(context, copy.path);
  if (item.local?.hash === contentHash(copy.content)) return copy.path;
  if (item.row?.reviewHash === contentHash(copy.content)) throw notAccepted(item.itemId);
  await replaceFile(context, { item, bytes: copy.content }, 'restore');
  return copy.path;
}

/** @throws EngineError `not_found`. */
export function requireCopy({ kept }: Pick<SyncContext, 'kept'>, keptId: string): KeptContent {
  const copy = kept.read(keptId);
  if (copy === null) throw new EngineError('not_found', `There is no kept copy ${keptId}`);
  return copy;
}

/** The item that a path stands for; one of which nothing is known has nothing but its file. */
async function itemAt({ db, files }: SyncContext, path: string): Promise<SyncItem> {
  const name = itemOf(path) ?? { itemId: path, filePath: path, kind: 'memory' as const };
  const known = (await knownItems(db, files)).find(({ itemId }) => itemId === name.itemId);
  if (known !== undefined) return known;
  const local = files.find(path);
  const sides = { base: null, local: local?.oid ?? null, remote: null };
  return { ...name, path, sides, state: stateOf(sides), local, row: null, isUnderReview: false };
}
