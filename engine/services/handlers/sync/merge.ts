import { dirname, join } from 'node:path';
import type { OperationInput, OperationOutput } from '../../../contract/operations.ts';
import type { SyncItem, SyncMerge } from '../../../contract/sync.ts';
import { requireValid } from '../../load-errors.ts';
import { loadJudged } from '../../load-judged.ts';
import type { EngineServices } from '../../engine-services.ts';

/** What both sides have made of an item, as far as it is clear, and what is to be decided. */
export function mergeOf(services: EngineServices, itemId: string): Promise<SyncMerge> {
  const { gitSync, db, aside } = services;
  gitSync.requireOn();
  return gitSync.look(async (room) => {
    const { git, files } = room;
    const looked = { db, git, files };
    const { item, texts, localHash, remoteHash } = await room.textsToMerge(looked, itemId);
    const pieces = await aside.merge(texts);
    const theirs = await room.lastChange(item, gitSync.settings);
    return {
      itemId,
      filePath: item.filePath,
      pieces: pieces.map((piece) => ({ ...piece })),
      localHash,
      remoteHash,
      remoteCommit: theirs?.oid ?? '',
      remoteAuthor: theirs?.author.name ?? '',
    };
  });
}

/** Ends a conflict with a merged text, which must be a definition where it is that of a DAG. */
export async function resolveConflict(
  services: EngineServices,
  resolution: OperationInput<'sync.resolve'>,
): Promise<OperationOutput<'sync.resolve'>> {
  const { gitSync, base, config } = services;
  const { itemId, content } = resolution;
  const name = itemId.slice(itemId.lastIndexOf('/') + 1);
  const check = async ({ kind }: Pick<SyncItem, 'kind'>): Promise<void> => {
    if (kind !== 'dag') return;
    const folder = dirname(join(config.paths.dagsDir, itemId));
    requireValid(await loadJudged(services, content, { name, under: base.current(), folder }));
  };
  await gitSync.run('resolve', (room, context) => room.resolve(context, resolution, check));
  return { message: `Merged ${itemId}. Publish it when it is ready.` };
}
