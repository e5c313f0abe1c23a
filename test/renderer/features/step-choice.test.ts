import { describe, expect, it } from 'vitest';
import type { NodeStatus } from '#contract/status.ts';
import { followedStep, speakers } from '../../../renderer/features/runs/step-choice.ts';
import { aNode } from '../support/run-fixtures.ts';

const stepsOf = (statuses: Record<string, NodeStatus>) =>
  Object.entries(statuses).map(([key, status], at) => ({
    key,
    node: aNode(key, at, { status, from: at }),
    isHandler: false,
  }));

const notKnown = { isKnown: false, step: undefined };

describe('the step that a run page shows while nobody has chosen', () => {
  it('is the one at work, as long as it is at work', () => {
    const both = stepsOf({ load: 'succeeded', a: 'running', b: 'running' });
    const later = stepsOf({ load: 'succeeded', a: 'succeeded', b: 'running' });

    expect(followedStep(both, { isActive: true, before: 'load', spoken: notKnown })).toBe('a');
    expect(followedStep(both, { isActive: true, before: 'b', spoken: notKnown })).toBe('b');
    expect(followedStep(later, { isActive: true, before: 'a', spoken: notKnown })).toBe('b');
  });

  it('is the last one while none is at work', () => {
    const between = stepsOf({ load: 'succeeded', check: 'not_started' });

    expect(followedStep(between, { isActive: true, before: 'load', spoken: notKnown })).toBe(
      'load',
    );
  });

  it('is the one that failed, though others are at work', () => {
    expect(
      followedStep(stepsOf({ load: 'failed', check: 'running' }), {
        isActive: true,
        before: 'check',
        spoken: notKnown,
      }),
    ).toBe('load');
  });

  it('is the one that failed at the end', () => {
    const failed = stepsOf({ load: 'failed', check: 'succeeded' });

    expect(followedStep(failed, { isActive: false, before: 'check', spoken: notKnown })).toBe(
      'load',
    );
    expect(speakers(failed, false)).toEqual([]);
  });

  it('is at the end the last one with output, and stays until that is known', () => {
    const fine = stepsOf({ load: 'succeeded', check: 'succeeded', last: 'skipped' });
    const ended = { isActive: false, before: 'check' };

    expect(speakers(fine, true)).toEqual([]);
    expect(speakers(fine, false)).toEqual(['check', 'load']);
    expect(followedStep(fine, { ...ended, spoken: notKnown })).toBe('check');
    expect(followedStep(fine, { ...ended, spoken: { isKnown: true, step: 'load' } })).toBe('load');
  });

  it('is the last that began where none has output or none ran', () => {
    const fine = stepsOf({ load: 'succeeded', check: 'succeeded' });
    const idle = stepsOf({ load: 'skipped', check: 'skipped' });
    const ended = { isActive: false, before: undefined };

    expect(followedStep(fine, { ...ended, spoken: { isKnown: true, step: undefined } })).toBe(
      'check',
    );
    expect(followedStep(idle, { ...ended, spoken: notKnown })).toBe('check');
  });

  it('is looked for among the last few alone', () => {
    const names = Array.from({ length: 40 }, (_, at) => [`s${at}`, 'succeeded'] as const);

    expect(speakers(stepsOf(Object.fromEntries(names)), false)).toHaveLength(12);
  });
});
