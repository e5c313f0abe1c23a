import { timeEach, type Figure, type Measure } from '../measure.ts';
import { residentMb } from '../process-cost.ts';
import type { RunningServer } from '../servers/server.ts';
import { descriptorsAtRest } from './descriptors.ts';
import { keptMb, restartTelling } from './kept-memory.ts';
import { idleSteps } from './specs.ts';

const WARM = 1_000;
const RUNS = 10_000;
/** So many are under way at most, as in a burst. */
const BATCH = 200;

const figure = (key: string, title: string, rest: Partial<Figure> = {}): Figure => ({
  key: `wear.${key}`,
  title,
  unit: 'MB',
  better: 'lower',
  budget: null,
  peerThen: null,
  ...rest,
});

/** What is left of 10,000 runs in a process. */
export const wear: Measure = {
  name: 'wear',
  onRequest: true,
  oursAlone: true,
  ownServer: true,
  figures: [
    figure('memory-0', 'memory before any run'),
    figure('memory-warm', 'memory after 1,000 runs'),
    figure('memory', 'memory after 10,000 runs', {
      budget: 200,
      reason: 'twice an idle engine: what V8 takes under load and gives back late',
    }),
    figure('kept-warm', 'kept in memory after 1,000 runs'),
    figure('kept', 'kept in memory after 10,000 runs'),
    figure('growth', '9,000 runs: growth of what is kept', {
      budget: 3,
      reason: 'a third of a KB for each run is less than its row; more is kept by mistake',
    }),
    figure('descriptors-0', 'descriptors of an idle engine', { unit: '' }),
    figure('descriptors-warm', 'descriptors after 1,000 runs', { unit: '' }),
    figure('descriptors', '9,000 runs: descriptors that are left', {
      unit: '',
      budget: 0,
      reason: 'what a run opened is closed with it',
    }),
  ],

  async take(first) {
    const server = await restartTelling(first);
    try {
      const [before, warm, after] = [
        await look(server),
        await lookAfter(server, WARM),
        await lookAfter(server, RUNS - WARM),
      ];
      return {
        'wear.memory-0': before.memory,
        'wear.memory-warm': warm.memory,
        'wear.memory': after.memory,
        'wear.kept-warm': warm.kept,
        'wear.kept': after.kept,
        'wear.growth': after.kept - warm.kept,
        'wear.descriptors-0': before.open,
        'wear.descriptors-warm': warm.open,
        'wear.descriptors': after.open - warm.open,
      };
    } finally {
      await server.stop();
    }
  },
};

async function lookAfter(server: RunningServer, runs: number) {
  await runMany(server, runs);
  return look(server);
}

async function look(server: RunningServer) {
  const memory = residentMb(server.pid);
  const open = await descriptorsAtRest(server);
  // At rest: what has just been let go of is freed a moment later.
  return { memory, open, kept: await keptMb(server) };
}

async function runMany({ api }: RunningServer, count: number): Promise<void> {
  const name = 'bench-wear';
  for (let done = 0; done < count; done += BATCH) {
    const ids: string[] = [];
    await timeEach({ times: Math.min(BATCH, count - done), atOnce: 8 }, async () => {
      ids.push(await api.runInline(name, idleSteps(1)));
    });
    for (const dagRunId of ids) await api.waitForRun(name, dagRunId);
  }
}
