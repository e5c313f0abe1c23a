import { formatDuration } from '../lib/duration.ts';
import { localSpan, localTime } from '../lib/local-time.ts';
import type { Downtime } from '../storage/schedule-marks.ts';

/** The reasons of the ledger as sentences. Each says what happened, and why where a rule decided. */
export const reasons = {
  onTime: (lateMs: number) => `It ran on time${dueBefore(lateMs)}.`,
  late: (lateMs: number) => `It ran ${formatDuration(lateMs)} late.`,
  putOff: (byMs: number) => `It starts ${formatDuration(byMs)} after its time (jitter_sec).`,
  wasPutOff: (byMs: number) =>
    byMs === 0 ? '' : ` Its start was put off by ${formatDuration(byMs)} (jitter_sec).`,
  stopped: (count: number, lateMs: number) =>
    `${count === 1 ? 'The run was' : `${count} runs were`} stopped${dueBefore(lateMs)}.`,
  restarted: (lateMs: number) =>
    lateMs < WORTH_A_WORD_MS
      ? 'The DAG was restarted.'
      : `The DAG was restarted, ${formatDuration(lateMs)} after it was due.`,
  caughtUp: (now: number, timezone: string) =>
    `It was missed, and queued as a catch-up on ${localTime(now, timezone)}.`,
  suspended: () => 'The DAG was suspended.',
  underReview: () =>
    'Git Sync brought a text of the DAG that is not accepted yet. Look at it, and accept it.',
  overlap: (dagRunId: string) => `Run ${dagRunId} of the DAG was still active.`,
  restartUnderWay: () => 'The DAG was being restarted.',
  alreadySucceeded: (dagRunId: string) =>
    `Run ${dagRunId} had already succeeded since the slot before (skip_if_successful).`,
  catchupCap: (cap: number) =>
    `More than ${cap} missed slots were due for catch-up. The oldest ones are skipped.`,
  superseded: () => 'A newer missed slot replaced it (overlap_policy: latest).',
  notRunning: () => 'No run of the DAG was running, so there was nothing to stop.',
  invalid: (problem: string) => `The definition has errors: ${ended(problem)}`,
  deleted: () => 'The DAG was deleted before it could run.',
  refused: (message: string) => `The run was refused: ${ended(message)}`,
  restarting: (dagRunId: string) => `Waiting for run ${dagRunId} to end.`,
  queued: (queue: string) => `Its run is waiting in queue ${queue}.`,
  waited: ({ queue, waitedMs, lateMs }: Wait) =>
    `It waited ${formatDuration(waitedMs)} in queue ${queue}, and ran ${formatDuration(lateMs)} after it was due.`,
  dequeued: (queue: string, why: string) =>
    `Its run did not start: it left queue ${queue} (${why}).`,
  replaced: (queue: string) =>
    `A newer slot replaced it while it waited in queue ${queue} (overlap_policy: latest).`,
  overlapQueued: (dagRunId: string, queue: string) =>
    `Run ${dagRunId} of the DAG was still waiting in queue ${queue} (overlap_policy: skip).`,
  toStartAgain: () => 'The DAG is about to start.',
  missed: (cause: string) => `${cause}.`,
  missedForGood: (cause: string, window: CatchUpWindow) =>
    window.windowMs === null
      ? `${cause}. This DAG has no catchup_window, so the slot does not run later.`
      : `${cause}. That is longer ago than its catchup_window of ${formatDuration(window.windowMs)}, so the slot does not run later.`,
  missedAndInvalid: (cause: string, problem: string) =>
    `${cause}. It does not run later, because the definition has errors: ${ended(problem)}`,
  plannedMissed: (cause: string, { at, timezone, windowMs }: CatchUpWindow & PlannedTime) =>
    `It was to start on ${localTime(at, timezone)}. ${cause}. ${
      windowMs === null
        ? 'Its DAG has no catchup_window'
        : `That is longer ago than the catchup_window of ${formatDuration(windowMs)}`
    }, so it does not start later.`,
  toCatchUp: (cause: string, { windowMs }: CatchUpWindow) =>
    `${cause}. It will be caught up, because it is within the catchup_window of ${formatDuration(windowMs ?? 0)}.`,
};

/** Other sentences may follow. */
const ended = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`);

/** What a duration shows at the least. */
export const WORTH_A_WORD_MS = 100;

const dueBefore = (lateMs: number): string =>
  lateMs < WORTH_A_WORD_MS ? '' : `, ${formatDuration(lateMs)} after it was due`;

interface Wait {
  readonly queue: string;
  readonly waitedMs: number;
  /** Since its slot was due. */
  readonly lateMs: number;
}

interface PlannedTime {
  readonly at: number;
  readonly timezone: string;
}

interface CatchUpWindow {
  /** Milliseconds; null for none. */
  readonly windowMs: number | null;
}

/** Why a slot was missed, without a full stop. */
export function causeWords(cause: Downtime | null, lateMs: number, timezone: string): string {
  if (cause === null)
    return `Dagwright was too busy to act for ${formatDuration(lateMs)}, or its database did not accept writes`;
  const span = localSpan(cause.from, cause.to, timezone);
  switch (cause.cause) {
    case 'engine_off':
      return `Dagwright was not running ${span}`;
    case 'asleep':
      return `The computer was asleep ${span}`;
    case 'engine_held':
      return `Dagwright was suspended ${span}: its process was paused, or got no CPU time`;
    case 'clock_forward':
      return `The clock was moved forward ${span}`;
  }
}
