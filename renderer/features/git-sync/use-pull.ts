import { useCallback } from 'react';
import type { SyncItem } from '#contract/sync.ts';
import { useNavigation } from '../../components/navigation-context.ts';
import { paths } from '../../lib/paths.ts';
import { conflictsFirst, isConflict } from './items.ts';
import type { SyncStore } from './sync-store.ts';

/** Pulls, and shows the first conflict where there is one afterwards. */
export function usePull(store: SyncStore, looked: SyncItem | undefined): () => void {
  const { go, location } = useNavigation();
  // Another conflict would take away a merge that is under way.
  const isAtConflict = looked !== undefined && isConflict(looked);
  return useCallback(() => {
    const { path } = location.getState();
    void store
      .getState()
      .pull()
      .then(() => {
        const first = firstConflict(store);
        // Whoever has gone elsewhere meanwhile stays there.
        const hasGone = location.getState().path !== path;
        if (first === undefined || isAtConflict || hasGone || first === looked?.itemId) return;
        go(paths.git(first));
      });
  }, [store, looked?.itemId, isAtConflict, go, location]);
}

/** Undefined where the pull has failed, or there is none. */
function firstConflict(store: SyncStore): string | undefined {
  const { outcome, status } = store.getState();
  if (outcome?.result === undefined || outcome.result.conflicts.length === 0) return undefined;
  return conflictsFirst(status?.items ?? []).find(isConflict)?.itemId;
}
