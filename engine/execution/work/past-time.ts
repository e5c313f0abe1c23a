import { statSync } from 'node:fs';
import { exitTime } from '../../platform/exit-record.ts';
import type { PastEnd } from '../../platform/step-process.ts';
import type { NewAttempt } from '../../storage/attempts.ts';
import { attemptFiles } from '../keep/run-folders.ts';
import type { RunServices } from '../state/run-services.ts';

/**
 * When a step ended while no engine ran, in milliseconds since the epoch: as its record says. One that left no exit ended
 * nobody knows when; the last sign of it is nearer the truth than the time at which it was found gone.
 */
export function pastTime(
  run: RunServices,
  attempt: Pick<NewAttempt, 'position' | 'number' | 'startedAt'>,
  { at }: PastEnd,
): number {
  const time = at ?? lastSign(run, attempt);
  // The clock may have been set meanwhile.
  return Math.min(Math.max(time, attempt.startedAt), run.clock.now());
}

/** An engine that is this late was stopped, or slept; one that is busy is not. */
const LATE_MS = 1000;

export const isLate = (ms: number): boolean => ms > LATE_MS;

/** When a step ended of which this engine has heard only now, after it was stopped; undefined: just now. */
export function heardLate(
  { workFolder, clock }: RunServices,
  { position, number, startedAt }: Pick<NewAttempt, 'position' | 'number' | 'startedAt'>,
): PastEnd | undefined {
  const at = exitTime(attemptFiles(workFolder, position, number).record);
  // An end before the start tells of a clock that was set.
  const isKnown = at !== null && at >= startedAt && isLate(clock.now() - at);
  return isKnown ? { at } : undefined;
}

function lastSign(
  { state, workFolder }: RunServices,
  { position, number }: Pick<NewAttempt, 'position' | 'number'>,
): number {
  const { stdout = '', stderr = '' } = state.nodes[position] ?? {};
  const files = [attemptFiles(workFolder, position, number).record, stdout, stderr];
  return Math.max(...files.map(changedAt));
}

function changedAt(file: string): number {
  return Math.floor(statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
}
