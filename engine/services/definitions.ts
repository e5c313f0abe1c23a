import type { Dag } from '../dag/definition.ts';
import { snapshotOf, type SnapshotRun } from '../execution/load-run.ts';
import type { RecentCache } from '../lib/recent-cache.ts';
import type { Database } from '../storage/database.ts';
import { definitionHash } from '../storage/runs.ts';

/** The parsed definitions of stored runs. Lists and live views ask for the same few again and again. */
export interface Definitions {
  /** The definition that a run was started with. */
  readonly of: (run: SnapshotRun) => Dag;
  readonly remember: (run: SnapshotRun, dag: Dag) => void;
}

export function createDefinitions(db: Database, cache: RecentCache<Dag>): Definitions {
  const remember = (run: SnapshotRun, dag: Dag): void => cache.set(keyOf(db, run), dag);

  return {
    of: (run) => {
      const cached = cache.get(keyOf(db, run));
      if (cached !== undefined) return cached;
      // A snapshot was checked when its run began; what a newer version refuses in it can still be shown.
      const { dag, partial } = snapshotOf(db, run);
      remember(run, dag ?? partial);
      return dag ?? partial;
    },
    remember,
  };
}

/**
 * The texts themselves, because the id of a text that was deleted is given anew. A called DAG has no handlers of base.yaml,
 * and a document of a file is not the file.
 */
function keyOf(db: Database, run: SnapshotRun): string {
  const { definitionId, baseId, document, parentId, dagName } = run;
  const base = baseId === null ? '' : definitionHash(db, baseId);
  return [
    definitionHash(db, definitionId),
    base,
    dagName,
    parentId === null ? 'root' : 'called',
    document ?? '',
  ].join('/');
}
