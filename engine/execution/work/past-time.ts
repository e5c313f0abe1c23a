import { statSync } from 'node:fs';
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
