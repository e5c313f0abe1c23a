import { median, timeEach, type Measure } from '../measure.ts';

const TIMES = 3_000;
/** Who asks first pays for the code of both sides that has not been compiled yet. */
const BEFORE = 500;

export const health: Measure = {
  name: 'health',
  figures: [
    {
      key: 'health',
      title: 'health, 8 at once',
      unit: 'ms',
      better: 'lower',
      budget: null,
      peerThen: null,
    },
    {
      key: 'health.rate',
      title: 'health: answers a second',
      unit: '/s',
      better: 'higher',
      budget: 'peer',
      reason: 'no request asks for less, so it shows what each request pays',
      peerThen: null,
    },
  ],

  async take({ api }) {
    const ask = () => api.get('/health');
    await timeEach({ times: BEFORE, atOnce: 8 }, ask);
    const begun = performance.now();
    const took = await timeEach({ times: TIMES, atOnce: 8 }, ask);
    const seconds = (performance.now() - begun) / 1000;
    return { health: median(took), 'health.rate': TIMES / seconds };
  },
};
