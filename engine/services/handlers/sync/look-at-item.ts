import type { OperationInput, OperationOutput } from '../../../contract/operations.ts';
import type { SyncDiff } from '../../../contract/sync.ts';
import { isoTime } from '../../../lib/clock.ts';
import type { GitCommit } from '../../../sync/git-process/git.ts';
import { isUnderReview } from '../../../sync/items.ts';
import type { EngineServices } from '../../engine-services.ts';
import { shownState } from './present-status.ts';

/** The texts of an item on both sides, and what both had last. */
export async function diffItem(services: EngineServices, itemId: string): Promise<SyncDiff> {
  const { gitSync, db } = services;
  gitSync.requireOn();
  return gitSync.look(async (room) => {
    const item = await room.requireItem({ db, files: room.files }, itemId);
    const { sides, row, local } = item;
    const texts = await room.textsOf(item);
    const theirs = await room.lastChange(item, gitSync.settings);
    return {
      itemId,
      filePath: item.filePath,
      status: shownState(item),
      trust: isUnderReview(row, local?.hash ?? '') ? 'review' : 'accepted',
      localHash: local?.hash ?? '',
      ...texts,
      remoteCommit: sides.remote === null ? '' : (theirs?.oid ?? ''),
      remoteAuthor: sides.remote === null ? '' : (theirs?.author.name ?? ''),
      remoteMessage: sides.remote === null ? '' : (theirs?.message.trim() ?? ''),
    };
  });
}

/** Who changed an item on the remote, and when. */
export async function logItem(
  { gitSync, db }: EngineServices,
  { itemId, limit, before }: OperationInput<'sync.log'>,
): Promise<OperationOutput<'sync.log'>> {
  gitSync.requireOn();
  return gitSync.look(async (room) => {
    const item = await room.requireItem({ db, files: room.files }, itemId);
    const page = before === undefined ? { limit } : { limit, before };
    const commits = await room.log(item, gitSync.settings, page);
    return { commits: commits.map(presentCommit) };
  });
}

function presentCommit({ oid, author, message, at }: GitCommit) {
  const { name, email } = author;
  return { commit: oid, author: name, email, message: message.trim(), committedAt: isoTime(at) };
}
