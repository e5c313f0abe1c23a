import type { RetryPolicy } from './definition.ts';

/** A failed attempt, as far as another one depends on it. */
export interface FailedAttempt {
  /** Null: it has none, as of a program that could not be started. */
  readonly exitCode: number | null;
  /** The step's own time limit ended it. */
  readonly timedOut: boolean;
  /** It ended while no engine ran, and left no record. It may have done its work. */
  readonly unknownExit: boolean;
  /** Retries that were made before it, in this repetition. */
  readonly retryCount: number;
}

/**
 * Whether a failed attempt is followed by another (reference 3.4): as long as the limit allows, for the exit codes that
 * the policy names. A time limit that was reached is not tried again, and what may have been done is not done twice.
 */
export function shouldRetry(policy: RetryPolicy, attempt: FailedAttempt): boolean {
  if (attempt.timedOut || attempt.unknownExit) return false;
  if (attempt.retryCount >= policy.limit) return false;
  if (policy.exitCode.length === 0) return true;
  return attempt.exitCode !== null && policy.exitCode.includes(attempt.exitCode);
}
