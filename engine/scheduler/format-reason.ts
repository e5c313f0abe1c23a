import { formatDuration } from '../lib/duration.ts';
import { localSpan, localTime } from '../lib/local-time.ts';
import type { Downtime } from '../storage/schedule-marks.ts';

/** The reasons of the ledger as sentences. Each says what happened, and why where a rule decided. */
export const reasons = {
  onTime: (lateMs: number) => `It ran on time${dueBefore(lateMs)}.`,
  late: (lateMs: number) => `It ran ${formatDuration(lateMs)} late.`,
  stopped: (lateMs: number) => `The run was stopped${dueBefore(lateMs)}.`,
  restarted: (lateMs: number) =>
    lateMs < WORTH_A_WORD_MS
      ? 'The DAG was started again.'
      : `The DAG was started again; that began ${formatDuration(lateMs)} after it was due.`,
  caughtUp: (now: number, timezone: string) =>
    `It had been missed and was queued to be caught up on ${localTime(now, timezone)}.`,
  suspended: () => 'The DAG was suspended.',
  overlap: (dagRunId: string) => `Run ${dagRunId} of the DAG had not ended.`,
  restartUnderWay: () => 'The DAG was being restarted.',
  alreadySucceeded: (dagRunId: string) =>
    `Run ${dagRunId} had already succeeded since the slot before (skip_if_successful).`,
  catchupCap: (cap: number) =>
    `More than ${cap} missed slots were to be caught up; the oldest are left out.`,
  superseded: () => 'A newer missed slot took its place (overlap_policy: latest).',
  notRunning: () => 'No run of the DAG was running, so there was nothing to stop.',
  invalid: (problem: string) => `The definition has errors: ${problem}`,
  deleted: () => 'The DAG was deleted before it could run.',
  refused: (message: string) => `The run was refused: ${message}`,
  restarting: (dagRunId: string) => `Waiting for run ${dagRunId} to end.`,
  toStartAgain: () => 'The DAG is about to be started.',
  missed: (cause: string) => `${cause}.`,
  missedForGood: (cause: string, window: CatchUpWindow) =>
    window.windowMs === null
      ? `${cause}, and this DAG has no catchup_window, so the slot is not run later.`
      : `${cause}. That is longer ago than its catchup_window of ${formatDuration(window.windowMs)}, so the slot is not run later.`,
  missedAndInvalid: (cause: string, problem: string) =>
    `${cause}. It is not run later, since the definition has errors: ${problem}`,
  toCatchUp: (cause: string, { windowMs }: CatchUpWindow) =>
    `${cause}. It is to be caught up, since it lies within the catchup_window of ${formatDuration(windowMs ?? 0)}.`,
};

/** What a duration shows at the least. */
const WORTH_A_WORD_MS = 100;

const dueBefore = (lateMs: number): string =>
  lateMs < WORTH_A_WORD_MS ? '' : `, ${formatDuration(lateMs)} after it was due`;

interface CatchUpWindow {
  /** Milliseconds; null for none. */
  readonly windowMs: number | null;
}

/** Why a slot was missed, without a full stop. */
export function causeWords(cause: Downtime | null, lateMs: number, timezone: string): string {
  if (cause === null)
    return `Dagwright was too busy to act for ${formatDuration(lateMs)}, or its database took no writes`;
  const span = localSpan(cause.from, cause.to, timezone);
  switch (cause.cause) {
    case 'engine_off':
      return `Dagwright was not running ${span}`;
    case 'asleep':
      return `The computer was asleep ${span}`;
    case 'engine_held':
      return `Dagwright was held up ${span}: its process was stopped, or the computer gave it no time`;
    case 'clock_forward':
      return `The clock was set forward ${span}`;
  }
}
