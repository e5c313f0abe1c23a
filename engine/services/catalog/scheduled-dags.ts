import type { ScheduledDag, ScheduledDags } from '../../scheduler/ports.ts';
import { isSuspended } from '../../storage/dag-index.ts';
import type { Database } from '../../storage/database.ts';
import type { CatalogEntry } from './catalog-entry.ts';
import type { DagCatalog } from './dag-catalog.ts';

/** The definitions of the folder, as the scheduler wants to see them. */
export function createScheduledDags(
  db: Database,
  catalog: DagCatalog,
  isUnderReview: (fileName: string) => boolean,
): ScheduledDags {
  const toScheduled = (entry: CatalogEntry): ScheduledDag => ({
    fileName: entry.fileName,
    name: entry.name,
    schedule: entry.schedule,
    policy: entry.policy,
    // Asked each time: only what is decided now has to know it.
    get suspended() {
      return isSuspended(db, entry.fileName);
    },
    get isUnderReview() {
      return isUnderReview(entry.fileName);
    },
    get problem() {
      return catalog.folderProblem() ?? entry.errors[0] ?? null;
    },
    get isUnfinished() {
      return catalog.isUnfinished(entry.fileName);
    },
  });
  return {
    *all() {
      for (const entry of catalog.entries()) yield toScheduled(entry);
    },
    get: (fileName) => {
      const entry = catalog.entry(fileName);
      return entry === undefined ? null : toScheduled(entry);
    },
    readAhead: (fileName) => {
      // What cannot be read is told by the run that needs it.
      const read = catalog.warm(fileName).then(() => catalog.read(fileName));
      read.catch(() => undefined);
    },
  };
}
