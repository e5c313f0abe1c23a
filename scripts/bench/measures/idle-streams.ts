import { setTimeout as delay } from 'node:timers/promises';
import { listenMany } from '../listeners.ts';
import type { Figure, Measure } from '../measure.ts';
import { descriptors, residentMb } from '../process-cost.ts';
import type { RunningServer } from '../servers/server.ts';
import { descriptorsAtRest } from './descriptors.ts';
import { keptMb, restartTelling } from './kept-memory.ts';
import { idleSteps } from './specs.ts';

const STREAMS = 200;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const figure = (key: string, title: string, rest: Partial<Figure> = {}): Figure => ({
  key: `idle-streams.${key}`,
  title: `${STREAMS} idle streams: ${title}`,
  unit: 'MB',
  better: 'lower',
  budget: null,
  peerThen: null,
  ...rest,
});

/** Many who listen while nothing happens, for some minutes of the hour that the figures are of. */
export const idleStreams: Measure = {
  name: 'idle-streams',
  onRequest: true,
  oursAlone: true,
  ownServer: true,
  figures: [
    figure('memory', 'memory at the end'),
    figure('growth', 'growth of what is kept', {
      budget: 5,
      reason: 'of an hour or less: more would double an idle engine within a day',
    }),
    // Of a few minutes it tells little: what an engine makes once goes on for some of them.
    figure('hour', 'that growth in an hour'),
    figure('descriptors', 'descriptors of each', {
      unit: '',
      budget: 1,
      reason: 'a stream is one socket and nothing else',
    }),
    figure('left', 'descriptors that are left', {
      unit: '',
      budget: 0,
      reason: 'what a stream held is closed with it',
    }),
    figure('lost', 'lost', { unit: '', budget: 0, reason: 'who listens is told, however late' }),
  ],

  async take(first, { minutes }) {
    const server = await restartTelling(first);
    try {
      return await listenFor(server, minutes * MINUTE_MS);
    } finally {
      await server.stop();
    }
  },
};

async function listenFor(server: RunningServer, forMs: number) {
  const { api, pid } = server;
  // The first run opens what stays open for all that follow.
  await api.waitForRun('told', await api.runInline('told', idleSteps(1)));
  const before = await descriptorsAtRest(server);
  const listeners = await listenMany(api.base, STREAMS);
  try {
    const held = descriptors(pid) - before;
    const growth = await growthDuring(server, forMs);
    const memory = residentMb(pid);
    await api.runInline('told', idleSteps(1));
    const lost = await listeners.lost();
    listeners.end();
    return {
      'idle-streams.memory': memory,
      'idle-streams.growth': growth,
      'idle-streams.hour': (growth * HOUR_MS) / (forMs - warmUpMs(forMs)),
      'idle-streams.descriptors': held / STREAMS,
      'idle-streams.left': (await descriptorsAtRest(server)) - before,
      'idle-streams.lost': lost,
    };
  } finally {
    listeners.end();
  }
}

/** The first third of a time brings what is made once. */
const warmUpMs = (forMs: number): number => forMs / 3;

async function growthDuring(server: RunningServer, forMs: number): Promise<number> {
  await delay(warmUpMs(forMs));
  const first = await keptMb(server);
  await delay(forMs - warmUpMs(forMs));
  return (await keptMb(server)) - first;
}
