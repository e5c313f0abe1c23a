import { fillDags } from '../fill/fill-dags.ts';
import { fillRuns } from '../fill/fill-runs.ts';
import { measureGrowth } from './growth.ts';

const dagNames = Array.from({ length: 50 }, (_, index) => `bench-history-${index}`);

/** A history that grows. */
export const grownRuns = measureGrowth({
  name: 'grown-runs',
  what: 'stored runs',
  sizes: [100, 10_000, 100_000],
  reason: 'who starts a run finds its rows by an index, and looks at no ended run',
  // Peers keep their runs in a form of their own.
  oursAlone: true,
  fill: ({ root }, from, runs) => fillRuns(root, { runs, from, dagNames }),
});

/** A folder of definitions that grows. */
export const grownDags = measureGrowth({
  name: 'grown-dags',
  what: 'DAG files',
  sizes: [20, 1_000, 20_000],
  reason: 'who starts a run reads the one file that it is asked for',
  fill: (home, from, count) => fillDags(home, count, from),
});
