import type { Measure } from '../measure.ts';
import { costOfStarts } from './start.ts';

/** A run that is queued while nothing else is: to the answer, and to the moment at which its process has begun. */
export const enqueue: Measure = {
  name: 'enqueue',
  figures: [
    {
      key: 'enqueue.answer',
      title: 'enqueue: answered',
      unit: 'ms',
      better: 'lower',
      budget: 4,
      peerThen: 26,
    },
    {
      key: 'enqueue.begin',
      title: 'enqueue: process begun',
      unit: 'ms',
      better: 'lower',
      budget: 20,
      peerThen: 2_988,
    },
  ],

  async take(server) {
    const { answered, begun } = await costOfStarts(server, 'bench-enqueue', 'enqueue');
    return { 'enqueue.answer': answered, 'enqueue.begin': begun };
  },
};
