import { setTimeout as delay } from 'node:timers/promises';
import type { Measure } from '../measure.ts';
import { residentMb, SETTLED_MS, watchCost } from '../process-cost.ts';

const WATCH_MS = 10_000;

/** A server that has nothing to do. */
export const idle: Measure = {
  name: 'idle',
  figures: [
    {
      key: 'idle.memory',
      title: 'idle: memory',
      unit: 'MB',
      better: 'lower',
      budget: 90,
      reason: 'about twice a bare Node, and what the newest release of the peer takes',
      peerThen: 42,
    },
    {
      key: 'idle.cpu',
      title: 'idle: processor',
      unit: '%',
      better: 'lower',
      budget: 0.3,
      peerThen: 0.1,
    },
  ],

  async take({ pid }) {
    await delay(SETTLED_MS);
    const { cpu } = await watchCost(pid, WATCH_MS);
    return {
      'idle.cpu': cpu,
      'idle.memory': residentMb(pid),
    };
  },
};
