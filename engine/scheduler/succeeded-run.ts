import { previousSlot } from '../dag/schedule.ts';
import type { Schedules } from '../dag/definition.ts';
import type { Database } from '../storage/database.ts';
import { succeededRunSince } from '../storage/slots.ts';
import type { ScheduledDag } from './ports.ts';

interface DueStart {
  readonly dag: ScheduledDag;
  readonly at: number;
  /** By which it is due. */
  readonly schedule: Schedules;
  readonly timezone: string;
  /**
   * Of which starts the runs do not count: of the one before alone, or of all before, since what is caught up begins late
   * and would keep all that is to be caught up after it from it.
   */
  readonly aside: 'the one before' | 'all before';
}

/** Id of a run since the start before that succeeded, and makes this start needless; undefined where there is none. */
export function succeededRun(
  db: Database,
  { dag, at, schedule, timezone, aside }: DueStart,
): string | undefined {
  const since = previousSlot(schedule.start, at, timezone);
  if (since === null) return undefined;
  const { fileName, name: dagName } = dag;
  // A run that was put off may have begun after the start before.
  const asideFrom = aside === 'all before' ? 0 : since - dag.policy.jitterSec * 1000;
  return succeededRunSince(db, { fileName, dagName, since, asideFrom });
}
