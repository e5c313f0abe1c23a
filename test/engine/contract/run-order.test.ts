import { describe, expect, it } from 'vitest';
import { beganAt, latestBeginningFirst } from '../../../engine/contract/run.ts';

const run = (id: string, startedAt: string, queuedAt = '') => ({ id, startedAt, queuedAt });

describe('runs in a list', () => {
  it('stand in the order of the time that is shown of each, the latest first', () => {
    const runs = [
      run('waits', '', '2026-01-01T10:05:00.000Z'),
      run('newest id', '2026-01-01T10:01:00.000Z'),
      run('waited', '2026-01-01T10:09:00.000Z', '2026-01-01T10:00:00.000Z'),
      run('again', '2026-01-01T11:00:00.000Z'),
      run('same', '2026-01-01T10:01:00.000Z'),
    ];

    const ids = latestBeginningFirst(runs).map(({ id }) => id);

    expect(ids).toEqual(['again', 'waited', 'waits', 'newest id', 'same']);
    expect(runs.map(({ id }) => id)[0]).toBe('waits');
    expect(beganAt(run('x', '', 'q'))).toBe('q');
  });
});
