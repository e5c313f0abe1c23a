import { rm } from 'node:fs/promises';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Database } from '../storage/database.ts';
import {
  dagNamesWithRuns,
  deleteRun,
  expiredRuns,
  latestRunOf,
  type RunRecord,
} from '../storage/runs.ts';
import type { WriteQueue } from '../storage/write-queue.ts';

export interface RetentionOptions {
  readonly db: Database;
  readonly writes: WriteQueue;
  readonly clock: Clock;
  readonly log: Logger;
  readonly removed: (run: RunRecord) => void;
}

/** Deletes runs that are older than their DAG's `hist_retention_days` (decisions 24). */
export interface Retention {
  /** Looks at the runs of one DAG; days as its newest definition says. */
  readonly apply: (dagName: string, days: number) => void;
  /** Looks at all DAGs now and once a day. Returns the way to end that. */
  readonly daily: () => () => void;
}

const DAY_MS = 86_400_000;

export function createRetention(options: RetentionOptions): Retention {
  const { db, writes, clock, log } = options;

  function apply(dagName: string, days: number): void {
    if (days < 0) return;
    for (const run of expiredRuns(db, dagName, clock.now() - days * DAY_MS)) {
      let folders: readonly string[] = [];
      writes.record(
        (database) => {
          folders = deleteRun(database, run);
        },
        () => {
          options.removed(run);
          folders.forEach(removeLogs);
        },
      );
    }
  }

  function removeLogs(folder: string): void {
    rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
      log.warn('Logs of an old run cannot be removed', { folder, error }),
    );
  }

  function applyToAll(): void {
    for (const name of dagNamesWithRuns(db)) {
      const latest = latestRunOf(db, name);
      if (latest !== undefined) apply(name, latest.retentionDays);
    }
  }

  return {
    apply,
    daily: () => {
      let cancel = (): void => undefined;
      const round = (): void => {
        applyToAll();
        cancel = clock.after(DAY_MS, round);
      };
      round();
      return () => cancel();
    },
  };
}
