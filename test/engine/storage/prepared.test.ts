import { expect, it } from 'vitest';
import { prepared } from '../../../engine/storage/prepared.ts';
import { aRunStore } from '../../support/run-store.ts';

it('hides values from the planner, which would plan anew for each, and still finds by index', () => {
  const { db, add } = aRunStore();
  add({ status: 'running' });
  const sql =
    "SELECT id FROM run WHERE dag_name = ? AND parent_id IS NULL AND id<:before AND status <> '?' ORDER BY id LIMIT ?";

  const { source } = prepared(db, sql);
  const plan = prepared(db, `EXPLAIN QUERY PLAN ${sql}`).all('a', 5, { before: 9 });

  expect(source).toBe(
    "SELECT id FROM run WHERE dag_name = +? AND parent_id IS NULL AND id<+:before AND status <> '?' ORDER BY id LIMIT +?",
  );
  expect(plan).toMatchObject([{ detail: expect.stringContaining('(dag_name=? AND id<?)') }]);
  expect(prepared(db, sql).all('a', 5, { before: 9 })).toHaveLength(1);
});
