import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SubRun } from '#contract/run.ts';
import { runStatusCodes, runStatuses, type RunStatus } from '#contract/status.ts';
import { batched } from '../../../renderer/lib/batched.ts';
import { foldSubRuns } from '../../../renderer/lib/fold-sub-runs.ts';
import { routeKey, routeLabels } from '../../../renderer/lib/route-labels.ts';
import { paths } from '../../../renderer/lib/paths.ts';

const aSub = (statusLabel: RunStatus, index: number): SubRun => ({
  dagRunId: `sub-${index}`,
  params: '',
  name: 'child',
  status: runStatusCodes[statusLabel],
  statusLabel,
  startedAt: '',
  finishedAt: '',
  error: '',
});

describe('folding sub-runs', () => {
  it('loses none, keeps their order, and folds no single one', () => {
    const statuses = fc.array(fc.constantFrom(...runStatuses), { maxLength: 60 });
    fc.assert(
      fc.property(statuses, fc.integer({ min: 1, max: 20 }), (labels, most) => {
        const subs = labels.map(aSub);
        const { shown, folded } = foldSubRuns(subs, most);

        const merged = [...shown, ...folded].sort((a, b) => subs.indexOf(a) - subs.indexOf(b));
        expect(merged).toEqual(subs);
        expect(shown).toEqual(subs.filter((sub) => shown.includes(sub)));
        expect(shown.length).toBeLessThanOrEqual(most + 1);
        expect(folded.length).not.toBe(1);
      }),
    );
  });

  it('shows what failed, waits and runs before what went well', () => {
    const well = Array.from({ length: 9 }, () => 'succeeded' as const);
    const subs = [...well, 'failed', ...well, 'waiting', 'running', ...well].map((one, index) =>
      aSub(one as RunStatus, index),
    );

    const { shown } = foldSubRuns(subs, 3);

    expect(shown.map((sub) => sub.statusLabel)).toEqual(['failed', 'waiting', 'running']);
  });
});

describe('labels of routes', () => {
  it('joins the patterns that lead to the same step', () => {
    const routes = [
      { pattern: 'a', targets: ['x', 'y'] },
      { pattern: 're:^b', targets: ['x'] },
    ];
    const labels = routeLabels([
      { name: 'pick', router: { value: '$V', routes } },
      { name: 'x', router: null },
    ]);

    expect(labels.get(routeKey('pick', 'x'))).toBe('a, re:^b');
    expect(labels.get(routeKey('pick', 'y'))).toBe('a');
    expect(labels.size).toBe(2);
  });
});

describe('batches', () => {
  it('hand on together what came in meanwhile, and nothing after a cancel', async () => {
    const seen: (readonly number[])[] = [];
    const add = batched<number>(5, (items) => seen.push(items));

    add(1);
    add(2);
    await expect.poll(() => seen.length).toBe(1);
    add(3);
    add.cancel();
    add(4);
    await expect.poll(() => seen.length).toBe(2);

    expect(seen).toEqual([[1, 2], [4]]);
  });
});

describe('addresses', () => {
  it('put a sub-run below the first of its callers', () => {
    const root = { name: 'a b', dagRunId: '1' };
    expect(paths.subRun(root, { name: 'c/d', dagRunId: '2' }, 'step')).toBe(
      '/runs/a%20b/1/sub/c%2Fd/2?step=step',
    );
  });
});
