import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Condition, RepeatPolicy } from '../../../engine/dag/definition.ts';
import {
  needsCondition,
  repeatDecision,
  type FinishedExecution,
} from '../../../engine/dag/repeat.ts';

const condition: Condition = { condition: 'test -e done', expected: null, negate: false };
const policyOf = (repeat: 'while' | 'until', more: Partial<RepeatPolicy> = {}): RepeatPolicy => ({
  repeat,
  condition: null,
  exitCode: [],
  limit: 0,
  intervalSec: 0,
  backoff: 1,
  maxIntervalSec: 0,
  ...more,
});
const success: FinishedExecution = {
  doneCount: 1,
  succeeded: true,
  exitCode: 0,
  conditionMet: null,
};
const failure: FinishedExecution = { ...success, succeeded: false, exitCode: 3 };
const met = { ...success, conditionMet: true };
const unmet = { ...success, conditionMet: false };
const unmetFailure = { ...failure, conditionMet: false };

/** What comes after each execution: with `while`, and the opposite with `until`. */
const table: readonly {
  readonly name: string;
  readonly tests: Partial<RepeatPolicy>;
  readonly execution: FinishedExecution;
  readonly whileSays: 'again' | 'end';
}[] = [
  { name: 'success alone', tests: {}, execution: success, whileSays: 'again' },
  { name: 'failure alone', tests: {}, execution: failure, whileSays: 'end' },
  { name: 'a condition that is met', tests: { condition }, execution: met, whileSays: 'again' },
  { name: 'one that is not', tests: { condition }, execution: unmet, whileSays: 'end' },
  {
    name: 'one that could not be judged',
    tests: { condition },
    execution: success,
    whileSays: 'end',
  },
  { name: 'a named code', tests: { exitCode: [3] }, execution: failure, whileSays: 'again' },
  { name: 'another code', tests: { exitCode: [3] }, execution: success, whileSays: 'end' },
  {
    name: 'a success that is named',
    tests: { exitCode: [0] },
    execution: success,
    whileSays: 'again',
  },
  {
    name: 'no code',
    tests: { exitCode: [0] },
    execution: { ...failure, exitCode: null },
    whileSays: 'end',
  },
  {
    name: 'both of two tests',
    tests: { condition, exitCode: [0] },
    execution: met,
    whileSays: 'again',
  },
  {
    name: 'the code of two tests',
    tests: { condition, exitCode: [3] },
    execution: unmetFailure,
    whileSays: 'end',
  },
  {
    name: 'the condition of two tests',
    tests: { condition, exitCode: [3] },
    execution: met,
    whileSays: 'end',
  },
];

describe('a repeat policy', () => {
  it.each(table)(
    'with `while`, after $name, says $whileSays',
    ({ tests, execution, whileSays }) => {
      expect(repeatDecision(policyOf('while', tests), execution)).toBe(whileSays);
    },
  );

  it.each(table)(
    'with `until`, after $name, says the opposite',
    ({ tests, execution, whileSays }) => {
      const opposite = whileSays === 'again' ? 'end' : 'again';
      expect(repeatDecision(policyOf('until', tests), execution)).toBe(opposite);
    },
  );

  it('executes a step as often as its limit says, the first time included', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.boolean(), (limit, succeeded) => {
        const policy = policyOf(succeeded ? 'while' : 'until', { limit });
        let doneCount = 1;
        while (repeatDecision(policy, { ...success, succeeded, doneCount }) === 'again')
          doneCount++;

        expect(doneCount).toBe(limit);
      }),
    );
  });

  it('goes on for ever without a limit', () => {
    expect(repeatDecision(policyOf('while'), { ...success, doneCount: 1e9 })).toBe('again');
  });

  it('asks for its condition, but not after the last execution', () => {
    expect(needsCondition(policyOf('until', { condition }), 5)).toBe(true);
    expect(needsCondition(policyOf('until', { condition, limit: 5 }), 4)).toBe(true);
    expect(needsCondition(policyOf('until', { condition, limit: 5 }), 5)).toBe(false);
    expect(needsCondition(policyOf('until', { exitCode: [0] }), 1)).toBe(false);
  });
});
