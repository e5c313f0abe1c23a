import { EngineError } from '../contract/errors.ts';
import type { GitCommit } from './git-process/git.ts';
import type { SyncItem } from './items.ts';
import { fullPath, type SyncContext } from './sync-context.ts';

/** The commits of the remote that changed these items last, by their paths there. */
export async function theirCommits(
  context: SyncContext,
  head: string | null,
  items: readonly SyncItem[],
): Promise<ReadonlyMap<string, GitCommit>> {
  if (head === null || items.length === 0) return new Map();
  return context.git.lastChange(
    head,
    items.map(({ path }) => fullPath(context, path)),
  );
}

/** `conflict`, with the commit that is in the way. */
export async function conflictError(
  context: SyncContext,
  head: string | null,
  item: SyncItem,
): Promise<EngineError> {
  const commits = await theirCommits(context, head, [item]);
  const commit = commits.get(fullPath(context, item.path));
  const theirs = {
    remoteCommit: commit?.oid ?? '',
    remoteAuthor: commit?.author.name ?? '',
    remoteMessage: commit?.message.trim() ?? '',
  };
  const { remoteCommit, remoteAuthor } = theirs;
  const what = item.kind === 'dag' ? 'DAG' : 'memory file';
  return new EngineError(
    'conflict',
    `conflict detected for ${what} "${item.itemId}": remote commit ${remoteCommit.slice(0, 8)} by ${remoteAuthor}`,
    { itemId: item.itemId, ...theirs },
  );
}
