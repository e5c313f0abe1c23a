import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RetryPolicy } from '../../../engine/dag/definition.ts';
import { resolveRetryPolicy, shouldRetry, type FailedAttempt } from '../../../engine/dag/retry.ts';

const policyOf = (limit: number, ...exitCode: number[]): RetryPolicy => ({
  limit,
  exitCode,
  intervalSec: 1,
  backoff: 1,
  maxIntervalSec: 0,
});
const attempt: FailedAttempt = {
  exitCode: 1,
  timedOut: false,
  unknownExit: false,
  retryCount: 0,
};

describe('a retry policy', () => {
  it.each<{ name: string; policy: RetryPolicy; end: Partial<FailedAttempt>; again: boolean }>([
    { name: 'the first failure', policy: policyOf(1), end: {}, again: true },
    {
      name: 'the failure of the last retry',
      policy: policyOf(1),
      end: { retryCount: 1 },
      again: false,
    },
    { name: 'a failure where there are no retries', policy: policyOf(0), end: {}, again: false },
    { name: 'a named exit code', policy: policyOf(1, 2, 3), end: { exitCode: 3 }, again: true },
    { name: 'another exit code', policy: policyOf(1, 2, 3), end: { exitCode: 4 }, again: false },
    {
      name: 'a program that could not be started',
      policy: policyOf(1),
      end: { exitCode: null },
      again: true,
    },
    {
      name: 'the same, where exit codes are named',
      policy: policyOf(1, 127),
      end: { exitCode: null },
      again: false,
    },
    {
      name: 'a time limit',
      policy: policyOf(1),
      end: { exitCode: 124, timedOut: true },
      again: false,
    },
    {
      name: 'a time limit whose code is named',
      policy: policyOf(1, 124),
      end: { exitCode: 124, timedOut: true },
      again: false,
    },
    {
      name: 'the code of a time limit',
      policy: policyOf(1, 124),
      end: { exitCode: 124 },
      again: true,
    },
    {
      name: 'an unknown end',
      policy: policyOf(9),
      end: { exitCode: null, unknownExit: true },
      again: false,
    },
  ])('tries again after $name: $again', ({ policy, end, again }) => {
    expect(shouldRetry(policy, { ...attempt, ...end })).toBe(again);
  });

  it('tries again exactly as often as its limit says', () => {
    fc.assert(
      fc.property(fc.nat(200), (limit) => {
        let retryCount = 0;
        while (shouldRetry(policyOf(limit), { ...attempt, retryCount })) retryCount++;

        expect(retryCount).toBe(limit);
      }),
    );
  });
});

describe('the numbers of a retry policy', () => {
  const resolve = (limit: number | string, value: string) =>
    resolveRetryPolicy({ ...policyOf(1, 7), limit, intervalSec: '${WAIT}' }, () => ({
      lookup: () => value,
      declares: () => true,
    }));

  it('are taken as they are, without a look at any value', () => {
    const names = () => {
      throw new Error('Nobody asks.');
    };

    expect(resolveRetryPolicy(policyOf(3, 7), names)).toEqual(policyOf(3, 7));
  });

  it.each([
    ['7', 7],
    [' 12\n', 12],
    ['0', 0],
    ['999999999', 999_999_999],
  ])('that a reference leads to are %j as %i', (value, number) => {
    expect(resolve('${TIMES}', value)).toEqual({ ...policyOf(number, 7), intervalSec: number });
  });

  it.each(['', 'often', '-1', '1.5', '1 2', '1000000000', '0x10'])(
    'are refused where a reference leads to %j, by the key and the reference',
    (value) => {
      expect(() => resolve('${TIMES}', value)).toThrow(
        '`limit` of `retry_policy`: ${TIMES} is not a whole number',
      );
      expect(() => resolve(1, value)).toThrow(
        '`interval_sec` of `retry_policy`: ${WAIT} is not a whole number',
      );
    },
  );
});
