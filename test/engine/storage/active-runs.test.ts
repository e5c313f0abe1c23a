import { expect, it } from 'vitest';
import { activeRunsOf } from '../../../engine/storage/runs.ts';
import { aRunStore } from '../../support/run-store.ts';

it('finds the active runs of one DAG, oldest first, and none that another run called', () => {
  const { db, add } = aRunStore();
  const running = add({ status: 'running' });
  const waiting = add({ status: 'waiting' });
  add({ status: 'succeeded' }, { dag: 'b', status: 'running' });
  add({ status: 'running', parentId: running });
  const queued = add({ status: 'queued' });

  const found = activeRunsOf(db, 'a');

  expect(found.map(({ id }) => id)).toEqual([running, waiting, queued]);
  expect(activeRunsOf(db, 'c')).toEqual([]);
});
