import type { KeptReason } from '../contract/sync.ts';
import { nextTurn } from '../lib/next-turn.ts';
import type { Draft } from './local-files.ts';
import type { SyncItem } from './items.ts';
import type { SyncContext } from './sync-context.ts';

/** A new content for the file of an item; null: the file goes. */
export interface FileChange {
  readonly item: SyncItem;
  readonly bytes: Uint8Array | null;
}

/** `changed`: somebody has edited the file since it was looked at, and it stays as they left it. */
export type WriteResult =
  | { readonly kind: 'written' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'failed'; readonly message: string };

type Context = Pick<SyncContext, 'files' | 'kept' | 'changed'>;
type Keeper = Context & { readonly reason: KeptReason };

/** Drafts that are brought to the disk at once. */
const AT_ONCE = 16;

/**
 * Changes files, each in one step: whoever reads sees the old text or the new one. What stands there is looked at right
 * before, so that an edit of a moment ago is not lost. Answers by ids of items.
 *
 * @param reason Why it is done, for those who look for a copy that was kept.
 */
export async function writeFiles(
  context: Context,
  changes: readonly FileChange[],
  reason: KeptReason,
): Promise<ReadonlyMap<string, WriteResult>> {
  const keeper = { ...context, reason };
  const results = new Map<string, WriteResult>();
  for (let at = 0; at < changes.length; at += AT_ONCE) {
    const batch = changes.slice(at, at + AT_ONCE);
    const drafts = await Promise.all(batch.map((change) => drafted(context, change)));
    for (const [index, change] of batch.entries()) {
      results.set(change.item.itemId, place(keeper, change, drafts[index] ?? null));
      // A busy disk takes a millisecond for each.
      await nextTurn();
    }
  }
  const done = changes.filter(({ item }) => results.get(item.itemId)?.kind === 'written');
  if (done.length > 0) await context.changed(done.map(changedFile));
  return results;
}

/** Null: there is nothing to write. */
async function drafted({ files }: Context, change: FileChange): Promise<Draft | Error | null> {
  if (change.bytes === null) return null;
  try {
    return await files.draft(placeOf(change), change.bytes);
  } catch (error) {
    return error as Error;
  }
}

function place(context: Keeper, change: FileChange, draft: Draft | Error | null): WriteResult {
  if (draft instanceof Error) return { kind: 'failed', message: draft.message };
  try {
    const isDone = replaced(context, change, draft);
    return { kind: isDone ? 'written' : 'changed' };
  } catch (error) {
    return { kind: 'failed', message: (error as Error).message };
  } finally {
    if (draft !== null) context.files.drop(draft);
  }
}

/** In one turn of the event loop, so that nothing of the engine comes between the last look and the change. */
function replaced(
  { files, kept, reason }: Keeper,
  change: FileChange,
  draft: Draft | null,
): boolean {
  const { base, local, remote } = change.item.sides;
  const path = placeOf(change);
  const now = files.find(path);
  if ((now?.oid ?? null) !== local) return false;
  if (now !== null && (draft === null || (local !== base && local !== remote))) {
    const { bytes, oid } = files.read(now.path);
    if (oid !== local) return false;
    kept.keep(now.path, bytes, reason);
  }
  if (draft !== null) files.place(draft);
  else if (now !== null) files.remove(now.path);
  return true;
}

/** Here a file keeps the name that it has. */
const placeOf = ({ item }: FileChange): string => item.local?.path ?? item.path;

const changedFile = (change: FileChange) => ({
  path: placeOf(change),
  isGone: change.bytes === null,
});
