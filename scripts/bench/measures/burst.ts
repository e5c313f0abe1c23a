import { timeEach, type Measure } from '../measure.ts';
import { cpuMs } from '../process-cost.ts';
import { idleSteps, SUCCEEDED } from './specs.ts';

const RUNS = 200;

/** Many small runs that arrive at once. */
export const burst: Measure = {
  name: 'burst',
  figures: [
    {
      key: 'burst.rate',
      title: '200 runs at once',
      unit: '/s',
      better: 'higher',
      budget: 250,
      reason: 'a run of one step is to cost about what a chain step costs',
      peerThen: 58,
    },
    {
      key: 'burst.failed',
      title: '200 runs: failed',
      unit: '',
      better: 'lower',
      budget: 0,
      peerThen: null,
    },
    {
      key: 'burst.cpu',
      title: '200 runs: processor',
      unit: 'ms',
      better: 'lower',
      budget: 10,
      peerThen: 31,
    },
  ],

  async take({ api, pid }) {
    const ids: (readonly [name: string, dagRunId: string])[] = [];
    const spec = idleSteps(1);
    const cpuBefore = cpuMs(pid);
    const begun = performance.now();
    await timeEach({ times: RUNS, atOnce: 8 }, async (index) => {
      const name = `bench-burst-${index}`;
      ids.push([name, await api.runInline(name, spec)]);
    });
    let failed = 0;
    for (const [name, dagRunId] of ids) {
      if ((await api.waitForRun(name, dagRunId)).status !== SUCCEEDED) failed += 1;
    }
    const seconds = (performance.now() - begun) / 1000;
    return {
      'burst.rate': RUNS / seconds,
      'burst.failed': failed,
      'burst.cpu': (cpuMs(pid) - cpuBefore) / RUNS,
    };
  },
};
