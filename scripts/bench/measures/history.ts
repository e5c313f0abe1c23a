import { median, timeEach, type Measure } from '../measure.ts';
import { fillRuns } from '../fill/fill-runs.ts';

const RUNS = 100_000;
const DAGS = 50;

/** The newest page of a long history. */
export const history: Measure = {
  name: 'history',
  figures: [
    {
      key: 'history.newest',
      title: 'newest 100 of 100,000 runs',
      unit: 'ms',
      better: 'lower',
      budget: 5,
      peerThen: null,
    },
  ],
  oursAlone: true,

  fillHome({ root }) {
    const dagNames = Array.from({ length: DAGS }, (_, index) => `bench-history-${index}`);
    fillRuns(root, { runs: RUNS, dagNames });
  },

  async take({ api }) {
    const newest = () => api.get<{ dagRuns: unknown[] }>('/dag-runs?limit=100');
    const { length } = (await newest()).dagRuns;
    if (length !== 100) throw new Error(`The page has ${length} runs in place of 100.`);
    return {
      'history.newest': median(await timeEach({ times: 100, atOnce: 2 }, newest)),
    };
  },
};
