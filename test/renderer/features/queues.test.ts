import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Queue } from '#contract/queue.ts';
import { droppedAt, moved, withKnown } from '../../../renderer/features/queues/queue-order.ts';
import { runUsage, usageFacts, formatUsage } from '../../../renderer/features/runs/format-usage.ts';
import { aQueueItem } from '../support/queue-fixtures.ts';
import { endedRun } from '../support/language-fixtures.ts';
import { aNode } from '../support/run-fixtures.ts';

const now = Date.parse('2026-11-19T12:00:00Z');

function aQueue(length: number): Queue {
  const queued = Array.from({ length }, (_, index) =>
    aQueueItem(`dag-${index + 1}`, now, { position: index + 1, ago: 1 }),
  );
  return {
    name: 'heavy',
    type: 'global',
    maxConcurrency: 1,
    runningCount: 0,
    queuedCount: length,
    running: [],
    queued,
  };
}

const names = (queue: Queue) => queue.queued.map((item) => item.name);

describe('a queued run that is moved', () => {
  it('gets its place, and the others keep their order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (from, to) => {
        const queue = aQueue(9);
        const next = moved(
          queue,
          { ...aQueueItem(`dag-${from}`, now, { position: from, ago: 1 }) },
          to,
        );
        const mover = `dag-${from}`;

        expect(names(next)[to - 1]).toBe(mover);
        expect(names(next).filter((name) => name !== mover)).toEqual(
          names(queue).filter((name) => name !== mover),
        );
        expect(next.queued.map((item) => item.position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
      }),
    );
  });

  it('leaves the rows of the others what they were', () => {
    const queue = aQueue(3);
    const again = structuredClone(queue);
    const [next] = withKnown(
      [queue],
      [moved(again, again.queued[2] ?? { name: '', dagRunId: '' }, 2)],
    );

    expect(next?.queued.map((item) => queue.queued.includes(item))).toEqual([true, false, false]);
    expect(names(next ?? queue)).toEqual(['dag-1', 'dag-3', 'dag-2']);
  });

  it('stays where it is when it is not in the queue', () => {
    const queue = aQueue(3);
    expect(moved(queue, { name: 'other', dagRunId: 'other' }, 1)).toBe(queue);
  });

  it('lands beside the one on which it is dropped', () => {
    const place = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(place, place, fc.constantFrom('above', 'below'), (from, target, side) => {
        fc.pre(from !== target);
        const queue = aQueue(9);
        const item = queue.queued[from - 1];
        if (item === undefined) throw new Error('There is a run at each place.');
        const after = names(moved(queue, item, droppedAt(from, target, side)));
        const [mover, other] = [`dag-${from}`, `dag-${target}`];

        expect(after.indexOf(mover) - after.indexOf(other)).toBe(side === 'above' ? -1 : 1);
      }),
    );
  });
});

describe('what a run used', () => {
  const used = (cpuMs: number, peakMemoryBytes: number) =>
    aNode('a', now, { changes: { usage: { cpuMs, peakMemoryBytes } } });

  it('is the CPU time of all its steps, and the memory of the one that had most', () => {
    const nodes = [used(61_000, 1024 * 1024), aNode('b', now), used(43_000, 412 * 1024 * 1024)];
    const run = { ...endedRun(now), nodes };

    expect(formatUsage(runUsage(run))).toBe('1m 44s CPU, 412 MB');
  });

  it('is not said while the run is active, whose steps at work are not measured yet', () => {
    const run = { ...endedRun(now), nodes: [used(2, 1024 * 1024)] };

    for (const statusLabel of ['running', 'waiting', 'queued'] as const)
      expect(formatUsage(runUsage({ ...run, statusLabel }))).toBe('');
    expect(formatUsage(runUsage({ ...run, statusLabel: 'aborted' }))).toBe('2ms CPU, 1.0 MB');
  });

  it('is not said where nothing was measured', () => {
    expect(formatUsage(runUsage({ ...endedRun(now), nodes: [aNode('a', now)] }))).toBe('');
    expect(usageFacts(aNode('a', now))).toEqual([]);
  });

  it('is told of a step as far as it was measured', () => {
    expect(usageFacts(used(0, 0))).toEqual([['CPU time', '<1ms']]);
    expect(usageFacts(used(250, 4301))).toEqual([
      ['CPU time', '250ms'],
      ['Peak memory', '4.2 KB'],
    ]);
  });
});
