import { basename } from 'node:path';
import { isDagName, NAME_RULE } from '../../../contract/fields.ts';
import type { SyncItem as ShownItem, SyncStatus } from '../../../contract/sync.ts';
import { isoTime } from '../../../lib/clock.ts';
import { stemOf } from '../../../platform/dag-file-names.ts';
import type { SyncItem } from '../../../sync/items.ts';
import type { EngineServices } from '../../engine-services.ts';

type Status = ShownItem['status'];

/** Everything that Git Sync knows, without a question to the remote. */
export async function presentStatus({ gitSync, catalog }: EngineServices): Promise<SyncStatus> {
  const { settings, activity } = gitSync;
  if (!settings.enabled) return whileOff;
  const { items, state } = await gitSync.overview();
  const shown = items.map((item) => presentItem(item, problemOf(item, catalog)));
  const counts = countsOf(shown);
  const lastError = state?.lastError ?? '';
  return {
    enabled: true,
    repository: settings.repository,
    branch: settings.branch,
    path: settings.path,
    readOnly: !settings.pushEnabled,
    trust: gitSync.needsReview ? 'review' : 'always',
    activity: activity.doing,
    summary: lastError === '' ? summaryOf(counts) : 'error',
    lastSyncAt: isoTime(state?.lastSyncAt ?? null),
    lastSyncCommit: state?.head ?? '',
    lastSyncStatus: state === undefined ? '' : lastError === '' ? 'success' : 'error',
    lastError,
    items: shown,
    counts,
  };
}

const none = { synced: 0, modified: 0, untracked: 0, conflict: 0, missing: 0 };

const whileOff: SyncStatus = {
  enabled: false,
  readOnly: false,
  trust: 'always',
  activity: '',
  summary: 'synced',
  lastSyncAt: '',
  lastSyncCommit: '',
  lastSyncStatus: '',
  lastError: '',
  items: [],
  counts: none,
};

/** What the list of DAGs says of such a file. */
function problemOf({ kind, local }: SyncItem, { tree }: EngineServices['catalog']): string {
  if (kind !== 'dag' || local === null) return '';
  const isNamed = isDagName(stemOf(basename(local.path)));
  return isNamed ? tree.whyNone(local.path) : `It is no DAG, because of its name. ${NAME_RULE}`;
}

function presentItem(item: SyncItem, problem: string): ShownItem {
  const { row, local } = item;
  const localHash = local?.hash ?? '';
  const isConflict = item.state === 'conflict';
  return {
    itemId: item.itemId,
    filePath: item.filePath,
    displayName: item.filePath,
    kind: item.kind,
    status: shownState(item),
    trust: item.isUnderReview ? 'review' : 'accepted',
    baseCommit: row?.baseCommit ?? '',
    lastSyncedHash: row?.baseHash ?? '',
    lastSyncedAt: isoTime(row?.syncedAt ?? null),
    problem,
    reviewHash: item.row?.reviewHash ?? '',
    localHash,
    modifiedAt: isoTime(local?.modifiedAt ?? null),
    remoteCommit: isConflict ? (row?.conflictCommit ?? '') : '',
    remoteAuthor: isConflict ? (row?.conflictAuthor ?? '') : '',
    remoteMessage: isConflict ? (row?.conflictMessage ?? '') : '',
    conflictDetectedAt: isoTime(isConflict ? (row?.conflictAt ?? null) : null),
    previousStatus: row?.previousStatus ?? '',
    missingAt: isoTime(row?.missingAt ?? null),
  };
}

/** What is absent on both sides is no item any more. */
export function shownState({ state }: Pick<SyncItem, 'state'>): Status {
  return state === 'absent' ? 'missing' : state;
}

function countsOf(items: readonly ShownItem[]): SyncStatus['counts'] {
  const counts = { ...none };
  for (const { status } of items) counts[status] += 1;
  return counts;
}

function summaryOf(counts: SyncStatus['counts']): SyncStatus['summary'] {
  if (counts.conflict > 0) return 'conflict';
  if (counts.missing > 0) return 'missing';
  return counts.modified + counts.untracked > 0 ? 'pending' : 'synced';
}
