import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { foldersBelow } from '../../engine/config/app-folders.ts';
import { loadDag } from '../../engine/steps/load-dag.ts';
import { openDatabase } from '../../engine/storage/database.ts';
import { fillDags } from '../../scripts/bench/fill/fill-dags.ts';
import { fillRuns } from '../../scripts/bench/fill/fill-runs.ts';
import { temporaryFolder } from '../support/home.ts';

it('fills a home with sound definitions, of which each 25th has a schedule', () => {
  const dagsDir = temporaryFolder();
  const home = { root: dagsDir, dagsDir, hasOurStore: true, key: (name: string) => name };

  const names = fillDags(home, 100);

  const loaded = names.map((name) =>
    loadDag(readFileSync(join(dagsDir, `${name}.yaml`), 'utf8'), { name, base: null }),
  );
  expect(loaded.flatMap(({ issues }) => issues)).toEqual([]);
  expect(loaded.filter(({ dag }) => dag?.schedule.start.length === 1)).toHaveLength(4);
});

it('goes on where an earlier fill has ended', () => {
  const root = temporaryFolder();
  const home = { root, dagsDir: root, hasOurStore: true, key: (name: string) => name };

  expect(fillDags(home, 2)).toEqual(['bench-dag-0', 'bench-dag-1']);
  expect(fillDags(home, 4, 2)).toEqual(['bench-dag-2', 'bench-dag-3']);

  fillRuns(root, { runs: 3, dagNames: ['one'] });
  fillRuns(root, { runs: 5, from: 3, dagNames: ['one'] });
  const db = openDatabase(join(foldersBelow(root, process).dataDir, 'engine.db'));
  const stored = db.prepare('SELECT run_id FROM run ORDER BY id').pluck().all();
  db.close();
  expect(stored).toEqual([0, 1, 2, 3, 4].map((index) => `bench-${index}`));
});

it('fills a store with finished runs of the DAGs in turn', () => {
  const home = temporaryFolder();

  fillRuns(home, { runs: 10, dagNames: ['one', 'other'] });

  const db = openDatabase(join(foldersBelow(home, process).dataDir, 'engine.db'));
  const counts = db
    .prepare('SELECT dag_name, status, count(*) AS runs FROM run GROUP BY 1, 2')
    .all();
  db.close();
  expect(counts).toEqual([
    { dag_name: 'one', status: 'succeeded', runs: 5 },
    { dag_name: 'other', status: 'succeeded', runs: 5 },
  ]);
});
