import { setTimeout as delay } from 'node:timers/promises';
import { fillDags } from '../fill/fill-dags.ts';
import { fillRuns } from '../fill/fill-runs.ts';
import { median, timeEach, type Figure, type Measure } from '../measure.ts';
import { residentMb, SETTLED_MS } from '../process-cost.ts';

const DAGS = 5_000;
const RUNS = 100_000;
const PAGES = DAGS / 100;

const figure = (
  key: string,
  title: string,
  rest: Pick<Figure, 'unit' | 'budget' | 'peerThen'>,
): Figure => ({ key: `load.${key}`, title, better: 'lower', ...rest });

/** A home that has been used for years: 5,000 DAGs, and of ours 100,000 runs. */
export const load: Measure = {
  name: 'load',
  figures: [
    figure('first', 'first start on 5,000 DAGs: ready', {
      unit: 'ms',
      budget: 2_000,
      peerThen: 162,
    }),
    figure('again', 'start on 5,000 DAGs, 100,000 runs: ready', {
      unit: 'ms',
      budget: 600,
      peerThen: 157,
    }),
    figure('dags', 'list 100 of 5,000 DAGs', { unit: 'ms', budget: 10, peerThen: 921 }),
    figure('runs', 'newest 100 of their 100,000 runs', { unit: 'ms', budget: 5, peerThen: null }),
    figure('memory', 'its memory', { unit: 'MB', budget: null, peerThen: 41 }),
    figure('memory-lists', 'its memory after 200 lists', { unit: 'MB', budget: 200, peerThen: 92 }),
  ],

  fillHome(home) {
    const dagNames = fillDags(home, DAGS);
    // The peer keeps a folder for each run, in a form of its own: it is measured without.
    if (home.hasOurStore) fillRuns(home.root, { runs: RUNS, dagNames });
  },

  async take(first) {
    const server = await first.restart();
    const { api, pid } = server;
    try {
      await delay(SETTLED_MS);
      const memory = residentMb(pid);
      const dags = await timeEach({ times: 100, atOnce: 2 }, (index) =>
        api.get(`/dags?perPage=100&page=${1 + (index % PAGES)}`),
      );
      const runs = await timeEach({ times: 100, atOnce: 2 }, () => api.get('/dag-runs?limit=100'));
      return {
        ...(server.hasOurStore && { 'load.runs': median(runs) }),
        'load.first': first.readyMs,
        'load.again': server.readyMs,
        'load.dags': median(dags),
        'load.memory': memory,
        'load.memory-lists': residentMb(pid),
      };
    } finally {
      await server.stop();
    }
  },
};
