import type { Database } from '../../storage/database.ts';
import { definitionBytes, definitionText } from '../../storage/runs.ts';
import {
  knownSnapshot,
  pickDocument,
  rememberLarge,
  snapshotKey,
  type Snapshot,
  type SnapshotRun,
  type Snapshots,
} from '../state/load-run.ts';
import { underOf, type Aside } from './aside.ts';
import { isLargeSize } from './large.ts';

/** Reads the definitions of stored runs that are too large for the event loop, each once at a time. */
export function createSnapshots(db: Database, aside: Pick<Aside, 'loadAgain'>): Snapshots {
  const reading = new Map<string, Promise<Snapshot>>();
  const held = new Set<{ readonly snapshot: Snapshot }>();

  const isLarge = ({ definitionId, baseId }: SnapshotRun): boolean =>
    isLargeSize(definitionBytes(db, definitionId)) ||
    (baseId !== null && isLargeSize(definitionBytes(db, baseId)));

  async function read(run: SnapshotRun, key: string): Promise<Snapshot> {
    const under = underOf(run.baseId === null ? null : definitionText(db, run.baseId));
    const options = { name: run.dagName, under, asCalled: run.parentId !== null };
    const loaded = await aside.loadAgain(definitionText(db, run.definitionId), options);
    const snapshot = pickDocument(loaded, run);
    rememberLarge(key, snapshot);
    return snapshot;
  }

  function readOnce(run: SnapshotRun): Promise<Snapshot> {
    const key = snapshotKey(db, run);
    const begun = reading.get(key) ?? read(run, key).finally(() => reading.delete(key));
    reading.set(key, begun);
    return begun;
  }

  return {
    isCold: (run) => isLarge(run) && knownSnapshot(snapshotKey(db, run)) === undefined,
    holding: async (run, use) => {
      if (!isLarge(run)) return use();
      const snapshot = knownSnapshot(snapshotKey(db, run)) ?? (await readOnce(run));
      // Memory of large ones is weak, and `use` may take many turns.
      const hold = { snapshot };
      held.add(hold);
      try {
        return await use();
      } finally {
        held.delete(hold);
      }
    },
  };
}
