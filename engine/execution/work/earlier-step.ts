import { isNonceOf } from '../../lib/home-in-name.ts';
import { bootId, noProcess, type ProcessIdentity } from '../../platform/process-identity.ts';
import type { EarlierStep } from '../../platform/adopt-step.ts';
import type { AttemptRecord } from '../../storage/attempts.ts';
import { attemptFiles } from '../keep/run-folders.ts';
import type { RunServices } from '../state/run-services.ts';

/** What an attempt of an earlier engine left of its process. One that bears the id of another home is none of ours. */
export function earlierStep(
  { workFolder, homeId }: Pick<RunServices, 'workFolder' | 'homeId'>,
  attempt: AttemptRecord,
): EarlierStep {
  const { position, number, nonce } = attempt;
  const { record } = attemptFiles(workFolder, position, number);
  const identity = isNonceOf(homeId, nonce) ? earlierIdentity(attempt) : noProcess;
  return { identity, recordFile: record, nonce };
}

/** Null: the process was not noted. What ran before the last boot runs no more, and its number means nothing. */
function earlierIdentity({ pid, ...stored }: AttemptRecord): ProcessIdentity | null {
  if (stored.bootId !== null && stored.bootId !== bootId()) return noProcess;
  return pid === null ? null : { pid, started: stored.processStarted };
}
