import type { Database } from 'better-sqlite3';
import { expect, it } from 'vitest';
import { partsOf, searchRuns, type RunFilter } from '../../../engine/storage/run-search.ts';
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

it.each<RunFilter>([
  {},
  { before: 40 },
  { name: 'a' },
  { name: 'a', status: 'running' },
  { status: 'failed' },
  { from: 1, to: 2 },
  { runIdPart: 'x' },
])('looks at no more runs of a long history than a list of %o asks for', (filter) => {
  const { db, add } = aRunStore();
  add({ status: 'running' });

  const plans = plansOf(db, () => {
    for (const part of partsOf(db, filter)) searchRuns(db, part).next();
  });

  expect(plans).toContainEqual(expect.stringMatching(/^SEARCH run USING .*(?:rowid|id)</));
  expect(plans.filter((step) => /^SCAN (?!CONSTANT)/.test(step))).toEqual([]);
});
