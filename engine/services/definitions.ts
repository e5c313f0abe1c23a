import type { Dag } from '../dag/definition.ts';
import { snapshotOf, type SnapshotRun } from '../execution/load-run.ts';
import type { Database } from '../storage/database.ts';

/** The parsed definitions of stored runs. Lists and live views ask for the same few again and again. */
export interface Definitions {
  /** The definition that a run was started with. */
  readonly of: (run: SnapshotRun) => Dag;
  readonly remember: (run: SnapshotRun, dag: Dag) => void;
}

const MOST = 200;

export function createDefinitions(db: Database): Definitions {
  const known = new Map<string, Dag>();

  function remember(run: SnapshotRun, dag: Dag): void {
    const key = keyOf(run);
    known.delete(key);
    known.set(key, dag);
    const [oldest] = known.keys();
    if (known.size > MOST && oldest !== undefined) known.delete(oldest);
  }

  return {
    of: (run) => {
      const cached = known.get(keyOf(run));
      if (cached !== undefined) return cached;
      // A snapshot was checked when its run began; what a newer version refuses in it can still be shown.
      const { dag, partial } = snapshotOf(db, run);
      remember(run, dag ?? partial);
      return dag ?? partial;
    },
    remember,
  };
}

/** A called DAG has no handlers of base.yaml, and a document of a file is not the file. */
function keyOf({ definitionId, baseId, document, parentId }: SnapshotRun): string {
  return [definitionId, baseId ?? '', parentId === null ? 'root' : 'called', document ?? ''].join(
    '/',
  );
}
