import type { OperationHandlers, OperationOutput } from '../../../contract/operations.ts';
import { isoTime } from '../../../lib/clock.ts';
import type { SyncOutcome } from '../../../sync/sync-context.ts';
import type { EngineServices } from '../../engine-services.ts';
import { listKept, restoreKept, showKept } from './kept-copies.ts';
import { mergeOf, resolveConflict } from './merge.ts';
import { diffItem, diffItems, itemAt, logItem, requireOnOrReview } from './look-at-item.ts';
import { presentStatus } from './present-status.ts';
import { setConfig, shownConfig } from './sync-config.ts';
import { testConnection } from '../../sync/test-connection.ts';

type Name = Extract<keyof OperationHandlers, `sync.${string}`>;

/** Git Sync: what differs, and what is to be done about it. */
export function syncHandlers(services: EngineServices): Pick<OperationHandlers, Name> {
  const { gitSync } = services;
  const result = (outcome: SyncOutcome): OperationOutput<'sync.pull'> => ({
    success: true,
    message: outcome.message,
    synced: [...outcome.synced],
    modified: [...outcome.modified],
    conflicts: [...outcome.conflicts],
    review: [...outcome.review],
    errors: outcome.errors.map((error) => ({ ...error })),
    timestamp: isoTime(services.clock.now()),
  });

  return {
    'sync.status': () => presentStatus(services),
    'sync.pull': async () =>
      result(await gitSync.run('pull', (room, context) => room.pull(context))),
    'sync.publishAll': async ({ message, itemIds }) => {
      const request = { message, itemIds: itemIds ?? null, force: false };
      return result(
        await gitSync.run('publish', (room, context) => room.publish(context, request)),
      );
    },
    'sync.publish': async ({ itemId, message, force }) => {
      const request = { message, itemIds: [itemId], force };
      return result(
        await gitSync.run('publish', (room, context) => room.publish(context, request)),
      );
    },
    'sync.discard': async ({ itemId }) => {
      await gitSync.run('discard', (room, context) => room.discard(context, itemId));
      return { message: 'Changes discarded successfully' };
    },
    'sync.merge': ({ itemId }) => mergeOf(services, itemId),
    'sync.resolve': (input) => resolveConflict(services, input),
    'sync.forget': async ({ itemId }) => {
      await gitSync.run('forget', (room, context) => room.forget(context, itemId));
      return { message: `Forgot ${itemId}. Its file stays.` };
    },
    'sync.accept': async ({ itemId, hash }) => {
      requireOnOrReview(services, itemId);
      await gitSync.run('accept', (room, context) => room.accept(context, itemId, hash));
      return { message: `Accepted ${itemId}. It can run now.` };
    },
    'sync.kept': () => listKept(services),
    'sync.restore': ({ keptId }) => restoreKept(services, keptId),
    'sync.keptCopy': ({ keptId }) => showKept(services, keptId),
    'sync.diffAll': (input) => diffItems(services, input),
    'sync.diff': ({ itemId }) => diffItem(services, itemId),
    'sync.log': (input) => logItem(services, input),
    'sync.textAt': (input) => itemAt(services, input),
    'sync.testConnection': () => testConnection(services),
    'sync.getConfig': () => shownConfig(services),
    'sync.setConfig': (change) => setConfig(services, change),
  };
}
