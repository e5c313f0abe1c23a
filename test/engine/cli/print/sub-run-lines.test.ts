import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { runStatusCodes, type RunStatus } from '../../../../engine/contract/status.ts';
import { subRunLines } from '../../../../engine/cli/print/sub-run-lines.ts';

const plain = { colors: picocolors.createColors(false) };

const subRun = (number: number, statusLabel: RunStatus) => ({
  dagRunId: `id-${number}`,
  params: `N=${number}`,
  name: 'kid',
  status: runStatusCodes[statusLabel],
  statusLabel,
  startedAt: '',
  finishedAt: '',
  error: '',
});

describe('the sub-runs of a step', () => {
  it('are lines of name, parameters, status and id, in the order of the items', () => {
    expect(subRunLines([subRun(1, 'succeeded'), subRun(2, 'failed')], plain)).toEqual([
      'kid  N=1  succeeded  id-1',
      'kid  N=2  failed  id-2',
    ]);
  });

  it('that are too many show what did not succeed, and count the rest', () => {
    const all = Array.from({ length: 1000 }, (_, at) =>
      subRun(at, at === 700 ? 'failed' : 'succeeded'),
    );

    const lines = subRunLines(all, plain);

    expect(lines).toHaveLength(11);
    expect(lines[0]).toBe('kid  N=700  failed  id-700');
    expect(lines.at(-1)).toBe('and 990 more');
  });
});
