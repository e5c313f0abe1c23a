import type { RetryPolicy, WrittenRetryPolicy } from './definition.ts';
import { expandReferences } from './expand.ts';
import type { Names } from './references.ts';

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
 * Whether a failed attempt is followed by another: as long as the limit allows, for the exit codes that the policy
 * names. A time limit that was reached is not tried again, and what may have been done is not done twice.
 */
export function shouldRetry(policy: RetryPolicy, attempt: FailedAttempt): boolean {
  if (attempt.timedOut || attempt.unknownExit) return false;
  if (attempt.retryCount >= policy.limit) return false;
  if (policy.exitCode.length === 0) return true;
  return attempt.exitCode !== null && policy.exitCode.includes(attempt.exitCode);
}

/**
 * The policy with its references looked up. `names` is asked only where there are some.
 *
 * @throws Error in words for a person: a reference does not lead to a whole number.
 */
export function resolveRetryPolicy(written: WrittenRetryPolicy, names: () => Names): RetryPolicy {
  const numberOf = (key: string, value: number | string): number => {
    if (typeof value === 'number') return value;
    const found = expandReferences(value, names());
    // Nine digits of seconds are thirty years, and fit wherever the number goes from here.
    if (/^\s*\d{1,9}\s*$/.test(found)) return Number(found);
    throw new Error(`\`${key}\` of \`retry_policy\`: ${value} is not a whole number`);
  };
  return {
    ...written,
    limit: numberOf('limit', written.limit),
    intervalSec: numberOf('interval_sec', written.intervalSec),
  };
}
