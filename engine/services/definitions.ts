import type { Dag } from '../dag/definition.ts';
import { isLarge } from '../execution/aside/large.ts';
import { WeakMemory } from '../lib/weak-memory.ts';
import {
  rememberLarge,
  snapshotKey,
  snapshotOf,
  type SnapshotRun,
} from '../execution/state/load-run.ts';
import type { RunnableDag } from '../execution/state/sub-runs.ts';
import type { RecentCache } from '../lib/recent-cache.ts';
import type { Database } from '../storage/database.ts';

/** A definition with which a run began, and the texts that it was read from. */
export type ReadSnapshot = Pick<RunnableDag, 'dag' | 'text' | 'base'>;

/** The parsed definitions of stored runs. Lists and live views ask for the same few again and again. */
export interface Definitions {
  /** The definition that a run was started with. */
  readonly of: (run: SnapshotRun) => Dag;
  readonly remember: (run: SnapshotRun, read: ReadSnapshot) => void;
}

/** Definitions of runs as they were frozen, the last ones from the cache. One that this version refuses is given in part. */
export function createDefinitions(db: Database, cache: RecentCache<Dag>): Definitions {
  /** Large ones whose runs have another name than they. */
  const shown = new WeakMemory<Dag>();
  return {
    of: (run) => {
      const key = snapshotKey(db, run);
      const cached = cache.get(key) ?? shown.get(key);
      if (cached !== undefined) return cached;
      // A snapshot was checked when its run began; what a newer version refuses in it can still be shown.
      const { dag, partial } = snapshotOf(db, run, key);
      cache.set(key, dag ?? partial);
      return dag ?? partial;
    },
    remember: (run, { dag, text, base }) => {
      const key = snapshotKey(db, run);
      cache.set(key, dag);
      // A run is driven by what was read under its own name: under another one it may differ.
      const isItsOwn = dag.name === run.dagName;
      if (!isLarge(text, base === null ? null : { text: base })) return;
      if (isItsOwn) rememberLarge(key, { dag, partial: dag });
      else shown.set(key, dag);
    },
  };
}
