import type { Dag } from '../dag/definition.ts';
import {
  rememberSnapshot,
  snapshotKey,
  snapshotOf,
  type SnapshotRun,
} from '../execution/state/load-run.ts';
import type { RecentCache } from '../lib/recent-cache.ts';
import type { Database } from '../storage/database.ts';

/** The parsed definitions of stored runs. Lists and live views ask for the same few again and again. */
export interface Definitions {
  /** The definition that a run was started with. */
  readonly of: (run: SnapshotRun) => Dag;
  readonly remember: (run: SnapshotRun, dag: Dag) => void;
}

export function createDefinitions(db: Database, cache: RecentCache<Dag>): Definitions {
  const keep = (run: SnapshotRun, dag: Dag): void => cache.set(snapshotKey(db, run), dag);

  return {
    of: (run) => {
      const cached = cache.get(snapshotKey(db, run));
      if (cached !== undefined) return cached;
      // A snapshot was checked when its run began; what a newer version refuses in it can still be shown.
      const { dag, partial } = snapshotOf(db, run);
      keep(run, dag ?? partial);
      return dag ?? partial;
    },
    remember: (run, dag) => {
      rememberSnapshot(db, run, dag);
      keep(run, dag);
    },
  };
}
