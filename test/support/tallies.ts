import type { RunStatus } from '../../engine/contract/status.ts';
import type { Database } from '../../engine/storage/database.ts';
import { statusTallies, timeTallies } from '../../engine/storage/run-tallies.ts';

/** How often runs of a DAG came to each status. */
export function statusesOf(db: Database, dag: string): ReadonlyMap<RunStatus, number> {
  return new Map(
    statusTallies(db).flatMap(([name, status, count]) =>
      name === dag ? [[status, count] as const] : [],
    ),
  );
}

/** How many times of a DAG stand in each bucket. */
export function timesOf(db: Database, dag: string) {
  return timeTallies(db).flatMap(([name, measure, bound, count, sum]) =>
    name === dag ? [{ measure, bound, count, sum }] : [],
  );
}
