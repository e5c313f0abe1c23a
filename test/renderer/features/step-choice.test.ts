import { describe, expect, it } from 'vitest';
import type { NodeStatus } from '#contract/status.ts';
import { followedStep } from '../../../renderer/features/runs/step-choice.ts';
import { aNode } from '../support/run-fixtures.ts';

const stepsOf = (statuses: Record<string, NodeStatus>) =>
  Object.entries(statuses).map(([key, status], at) => ({
    key,
    node: aNode(key, at, { status, from: at }),
    isHandler: false,
  }));

describe('the step that a run page shows while nobody has chosen', () => {
  it('is the one at work, as long as it is at work', () => {
    const both = stepsOf({ load: 'succeeded', a: 'running', b: 'running' });
    const later = stepsOf({ load: 'succeeded', a: 'succeeded', b: 'running' });

    expect(followedStep(both, true, 'load')).toBe('a');
    expect(followedStep(both, true, 'b')).toBe('b');
    expect(followedStep(later, true, 'a')).toBe('b');
  });

  it('is the last one while none is at work', () => {
    const between = stepsOf({ load: 'succeeded', check: 'not_started' });

    expect(followedStep(between, true, 'load')).toBe('load');
  });

  it('is the one that failed, though others are at work', () => {
    expect(followedStep(stepsOf({ load: 'failed', check: 'running' }), true, 'check')).toBe('load');
  });

  it('is the one that failed at the end, else the last that ran', () => {
    const failed = stepsOf({ load: 'failed', check: 'succeeded' });
    const fine = stepsOf({ load: 'succeeded', check: 'succeeded' });

    expect(followedStep(failed, false, 'check')).toBe('load');
    expect(followedStep(fine, false, 'load')).toBe('check');
  });
});
