import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Measure } from '../measure.ts';
import { residentMb, SETTLED_MS, watchCost } from '../process-cost.ts';

const DAGS = 500;
const WATCH_MS = 60_000;

/** A server with many schedules of which none is due. */
export const idleScheduled: Measure = {
  name: 'idle-scheduled',
  figures: [
    {
      key: 'idle-scheduled.cpu',
      title: '500 schedules, none due: processor',
      unit: '%',
      better: 'lower',
      budget: 0.3,
      peerThen: null,
    },
    {
      key: 'idle-scheduled.wake-ups',
      title: 'its wake-ups',
      unit: '/s',
      better: 'lower',
      budget: null,
      peerThen: null,
    },
    {
      key: 'idle-scheduled.memory',
      title: 'its memory',
      unit: 'MB',
      better: 'lower',
      budget: null,
      peerThen: null,
    },
  ],
  onRequest: true,

  fillHome({ dagsDir }) {
    // In the half of the day that is furthest from now, at 500 different minutes.
    const hour = new Date().getHours() + 8;
    for (let index = 0; index < DAGS; index += 1) {
      const cron = `${index % 60} ${(hour + Math.floor(index / 60)) % 24} * * *`;
      const spec = `schedule: "${cron}"\nsteps:\n  - name: s\n    command: "true"\n`;
      writeFileSync(join(dagsDir, `bench-due-${index}.yaml`), spec);
    }
  },

  async take({ pid }) {
    await delay(SETTLED_MS);
    const { cpu, wakeUps } = await watchCost(pid, WATCH_MS);
    return {
      'idle-scheduled.cpu': cpu,
      'idle-scheduled.wake-ups': wakeUps,
      'idle-scheduled.memory': residentMb(pid),
    };
  },
};
