import { median, timeEach, type Measure } from '../measure.ts';

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
  ],

  async take({ api }) {
    const took = await timeEach({ times: 3_000, atOnce: 8 }, () => api.get('/health'));
    return { health: median(took) };
  },
};
