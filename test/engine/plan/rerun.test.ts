import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeStatuses, type NodeStatus } from '../../../engine/contract/status.ts';
import { ancestorsOf, planOf } from '../../../engine/dag/plan.ts';
import { nodesToCallAnew, nodesToRerun } from '../../../engine/dag/rerun.ts';
import { aGraph, stepsOf } from '../../support/graphs.ts';

const again = ['failed', 'aborted', 'rejected', 'not_started'];

describe('a retry', () => {
  it('runs what did not come to an end, and all that follows it', () => {
    const statuses = fc.array(fc.constantFrom(...nodeStatuses), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(aGraph(60), statuses, (graph, all) => {
        const plan = planOf(stepsOf(graph));
        const isAgain = (position: number) => again.includes(all[position] ?? '');
        const expected = graph.flatMap((_, position) => {
          const before = [...ancestorsOf(plan, position), position];
          return before.some(isAgain) ? [position] : [];
        });

        expect(nodesToRerun(plan, all.slice(0, graph.length), null)).toEqual(expected);
      }),
    );
  });

  it('runs a succeeded node again behind a failed one, and keeps skipped ones', () => {
    const plan = planOf(stepsOf([[], [0], [], []]));
    const statuses: NodeStatus[] = ['failed', 'succeeded', 'skipped', 'succeeded'];

    expect(nodesToRerun(plan, statuses, null)).toEqual([0, 1]);
  });

  it('has nothing to run where all went well', () => {
    const plan = planOf(stepsOf([[], [0]]));

    expect(nodesToRerun(plan, ['succeeded', 'partially_succeeded'], null)).toEqual([]);
  });

  it('of one step runs that alone, however it ended', () => {
    const plan = planOf(stepsOf([[], [0], [1]]));
    const statuses: NodeStatus[] = ['failed', 'succeeded', 'aborted'];

    expect(nodesToRerun(plan, statuses, 's1')).toEqual([1]);
    expect(nodesToRerun(plan, statuses, 'unknown')).toEqual([]);
  });

  it('keeps what a node had called only where that node had failed, and none before it runs', () => {
    const plan = planOf(stepsOf([[], [0], [], [], [3]]));
    const statuses: NodeStatus[] = ['failed', 'failed', 'aborted', 'succeeded', 'failed'];

    expect(nodesToCallAnew(plan, statuses, [0, 1, 2, 4])).toEqual([1]);
    expect(nodesToCallAnew(plan, statuses, [3])).toEqual([3]);
  });
});
