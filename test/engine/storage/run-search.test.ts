import type { Database } from 'better-sqlite3';
import { expect, it } from 'vitest';
import { searchRuns, type RunFilter } from '../../../engine/storage/run-search.ts';
import { aRunStore } from '../../support/run-store.ts';

/** How SQLite finds what the statements ask for that are made meanwhile. */
function plansOf(db: Database, act: () => void): readonly string[] {
  const made: string[] = [];
  const prepare = db.prepare.bind(db);
  db.prepare = (sql: string) => {
    made.push(sql);
    return prepare(sql);
  };
  act();
  return made.flatMap((sql) => {
    const values = [...sql.matchAll(/\?/g)].map(() => null);
    const steps = prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { detail: string }[];
    return steps.map(({ detail }) => detail);
  });
}

/** Of all root runs, or of a few at once. */
const OF_ROOTS = /^SEARCH run USING INDEX \S+ \(parent_id=\? AND rowid>\? AND rowid<\?\)$/;

it.each<[RunFilter, RegExp]>([
  [{}, /^SEARCH run USING INDEX \S+ \((?:parent_id=\? AND )?(?:row)?id<\?\)$/],
  [{ before: 40 }, /^SEARCH run USING INDEX \S+ \((?:parent_id=\? AND )?(?:row)?id<\?\)$/],
  [{ name: 'a' }, /\(dag_name=\? AND id<\?\)$/],
  [{ name: 'a', status: 'running' }, /\((?:dag_name|status)=\? AND id<\?\)$/],
  [{ status: 'failed' }, /\(status=\? AND id<\?\)$/],
  [{ from: 1, to: 2 }, OF_ROOTS],
  [{ runIdPart: 'x' }, OF_ROOTS],
])('reads the runs of %o by an index, however long the history is', (filter, index) => {
  const { db, add } = aRunStore();
  add({ status: 'running' });

  const plans = plansOf(db, () => void [...searchRuns(db, filter)]);

  expect(plans).toContainEqual(expect.stringMatching(index));
  expect(plans.filter((step) => /^SCAN (?!CONSTANT)/.test(step))).toEqual([]);
});
