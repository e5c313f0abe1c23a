import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { continuationOf, type BadEnd } from '../../../engine/dag/continue-on.ts';
import type { ContinueOn } from '../../../engine/dag/definition.ts';

const never: ContinueOn = {
  failure: false,
  skipped: false,
  exitCode: [],
  output: [],
  markSuccess: false,
};
const failed = (exitCode: number | null, outputMatched = false): BadEnd => ({
  status: 'failed',
  exitCode,
  outputMatched,
});
const skipped: BadEnd = { status: 'skipped' };

describe('continue_on', () => {
  it.each<{ name: string; clauses: Partial<ContinueOn>; end: BadEnd; continued: boolean }>([
    { name: 'nothing, after a failure', clauses: {}, end: failed(1), continued: false },
    { name: 'nothing, after a skip', clauses: {}, end: skipped, continued: false },
    { name: 'failure', clauses: { failure: true }, end: failed(1), continued: true },
    {
      name: 'failure without an exit code',
      clauses: { failure: true },
      end: failed(null),
      continued: true,
    },
    { name: 'failure, after a skip', clauses: { failure: true }, end: skipped, continued: false },
    { name: 'skipped', clauses: { skipped: true }, end: skipped, continued: true },
    {
      name: 'skipped, after a failure',
      clauses: { skipped: true },
      end: failed(1),
      continued: false,
    },
    { name: 'its exit code', clauses: { exitCode: [3, 124] }, end: failed(124), continued: true },
    { name: 'another exit code', clauses: { exitCode: [3] }, end: failed(1), continued: false },
    {
      name: 'an exit code where there is none',
      clauses: { exitCode: [0] },
      end: failed(null),
      continued: false,
    },
    { name: 'its output', clauses: { output: ['x'] }, end: failed(1, true), continued: true },
    { name: 'another output', clauses: { output: ['x'] }, end: failed(1), continued: false },
    {
      name: 'one clause of two',
      clauses: { exitCode: [3], output: ['x'] },
      end: failed(3),
      continued: true,
    },
  ])('of $name: $continued', ({ clauses, end, continued }) => {
    const plain = continuationOf({ ...never, ...clauses }, end);
    const marked = continuationOf({ ...never, ...clauses, markSuccess: true }, end);

    expect(plain).toEqual({ continued, markSuccess: false });
    expect(marked).toEqual({ continued, markSuccess: continued && end.status === 'failed' });
  });

  it('marks as a success only what it continues, and never a skip', () => {
    const clauses = fc.record({
      failure: fc.boolean(),
      skipped: fc.boolean(),
      exitCode: fc.array(fc.integer({ min: 0, max: 4 })),
      output: fc.constant([]),
      markSuccess: fc.boolean(),
    });
    const end = fc.oneof(
      fc.constant(skipped),
      fc.record({
        status: fc.constant('failed' as const),
        exitCode: fc.option(fc.integer({ min: 0, max: 4 })),
        outputMatched: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(clauses, end, (continueOn, given) => {
        const { continued, markSuccess } = continuationOf(continueOn, given);

        if (!continueOn.markSuccess || !continued || given.status === 'skipped')
          expect(markSuccess).toBe(false);
        else expect(markSuccess).toBe(true);
      }),
    );
  });
});
