import { median, timeEach, type Measure } from '../measure.ts';
import { idleSteps } from './specs.ts';

const RUNS = 435;

/** All runs of a server that has a few hundred. */
export const runList: Measure = {
  name: 'run-list',
  figures: [
    {
      key: 'run-list',
      title: `list of ${RUNS} runs`,
      unit: 'ms',
      better: 'lower',
      budget: 8,
      peerThen: 29,
    },
  ],

  async take({ api }) {
    const count = async () => (await api.get<{ dagRuns: unknown[] }>('/dag-runs')).dagRuns.length;
    const missing = RUNS - (await count());
    const name = 'bench-list';
    await timeEach({ times: Math.max(0, missing), atOnce: 4 }, async () => {
      await api.waitForRun(name, await api.runInline(name, idleSteps(1)));
    });
    const listed = await count();
    if (listed < RUNS) throw new Error(`The list has ${listed} runs in place of ${RUNS}.`);
    const took = await timeEach({ times: 50, atOnce: 2 }, () => api.get('/dag-runs'));
    return { 'run-list': median(took) };
  },
};
