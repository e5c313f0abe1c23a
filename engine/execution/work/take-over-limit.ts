import { msBetween, msUntilTime, type Moment, type Stopwatch } from '../../lib/stopwatch.ts';
import { momentOf } from '../../platform/moment.ts';
import type { EarlierStep } from '../../platform/adopt-step.ts';
import type { PastEnd } from '../../platform/step-process.ts';
import { openAttemptsOfCalled, type AttemptRecord } from '../../storage/attempts.ts';
import type { Database } from '../../storage/database.ts';
import { earlierStep } from './earlier-step.ts';
import { workFolders } from '../keep/run-folders.ts';
import type { RunServices } from '../state/run-services.ts';

/** What counts in a limit that is taken over. */
export interface Counted {
  readonly watch: Stopwatch;
  /** Attempts of the run itself of which no end is stored. */
  readonly own: readonly AttemptRecord[];
  /** The node whose called runs count as well; null: all nodes. */
  readonly caller: number | null;
}

/**
 * Goes on with the time limit of a run, or of a step that calls runs, where an earlier engine left off: at what it noted
 * last, or when the last step had ended that ran on without it.
 */
export function takeOverLimit(run: RunServices, db: Database, counted: Counted): Stopwatch {
  const { watch } = counted;
  const now = momentOf(run.clock);
  const stepMs = stepsOf(run, db, counted).map((step) =>
    msUntilEnd(run.processes.look(step), watch, now),
  );
  return { ...now, usedMs: watch.usedMs + Math.max(0, ...stepMs) };
}

function stepsOf(run: RunServices, db: Database, { own, caller }: Counted): readonly EarlierStep[] {
  const called = openAttemptsOfCalled(db, { runId: run.state.run.id, position: caller });
  return [
    ...own.map((attempt) => earlierStep(run, attempt)),
    ...called.map(({ key, ...attempt }) => {
      const { work: workFolder } = workFolders(run.dataDir, key);
      return earlierStep({ workFolder, homeId: run.homeId }, attempt);
    }),
  ];
}

/** How long a step went on after the limit began to count; 0 where nothing tells. */
function msUntilEnd(found: 'runs' | PastEnd, from: Moment, now: Moment): number {
  if (found === 'runs') return msBetween(from, now);
  return found.at === null ? 0 : msUntilTime(from, found.at, now);
}
