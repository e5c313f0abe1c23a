import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { median, quantile, type Figure, type Measure } from '../measure.ts';
import type { RunningServer } from '../servers/server.ts';
import { RUNNING, SUCCEEDED } from './specs.ts';
import { isEarly, waitingSteps } from './waiting-steps.ts';

const KILLS = 10;
const NODE_STARTS = 10;
const LOOK_EACH_MS = 10;
const TIMEOUT_MS = 60_000;
const crowds = [20, 500] as const;

const figure = (key: string, title: string, rest: Partial<Figure> = {}): Figure => ({
  key: `takeover.${key}`,
  title: `takeover: ${title}`,
  unit: 'ms',
  better: 'lower',
  budget: null,
  peerThen: null,
  ...rest,
});

const bound = {
  budget: 1_500,
  reason: 'a page that lost its engine asks each second, and finds one when it asks again',
} as const;

/**
 * `kill -9` of an engine while steps run, of which every second one ends before the next engine starts: from that start
 * to the moment at which the new engine tells the ends of those, and of the others that they run.
 */
export const takeover: Measure = {
  name: 'takeover',
  onRequest: true,
  // What a peer starts for a run outlives it by other means, and tells other things.
  oursAlone: true,
  ownServer: true,
  figures: [
    figure('node', 'node -e 0 alone'),
    figure('empty', 'ready where nothing ran'),
    ...crowds.flatMap((steps) => [
      figure(`${steps}-p50`, `${steps} steps, p50`),
      figure(`${steps}-p95`, `${steps} steps, p95`, bound),
    ]),
  ],

  async take(first) {
    const current = { server: await first.restart({ kill: true }) };
    const figures: Record<string, number> = {
      'takeover.node': median(Array.from({ length: NODE_STARTS }, nodeStartMs)),
      'takeover.empty': current.server.readyMs,
    };
    try {
      for (const steps of crowds) {
        const took: number[] = [];
        for (let kill = 0; kill < KILLS; kill += 1) took.push(await takeoverMs(current, steps));
        figures[`takeover.${steps}-p50`] = median(took);
        figures[`takeover.${steps}-p95`] = quantile(took, 0.95);
      }
    } finally {
      await current.server.stop();
    }
    return figures;
  },
};

function nodeStartMs(): number {
  const begun = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return performance.now() - begun;
}

/** Kills the server in the midst of a run and leaves the next one in its place. */
async function takeoverMs(current: { server: RunningServer }, count: number): Promise<number> {
  const { api, scratch, key } = current.server;
  const name = `bench-takeover-${count}`;
  const steps = waitingSteps(mkdtempSync(join(scratch, 'steps-')), count, key);
  try {
    const dagRunId = await api.runInline(name, steps.spec);
    await steps.begun();
    current.server = await current.server.restart({ kill: true, meanwhile: steps.endEarly });
    const took = await untilTold(current.server, `/dag-runs/${name}/${dagRunId}`);
    // Those that run are known well when their ends are.
    steps.endAll();
    const { status } = await current.server.api.waitForRun(name, dagRunId);
    if (status !== SUCCEEDED) throw new Error(`The run ended with status ${status}.`);
    return took;
  } finally {
    steps.endAll();
    steps.close();
  }
}

interface RunDetail {
  readonly dagRun: { readonly nodes: readonly { readonly status: number }[] };
}

async function untilTold({ api, startedAt }: RunningServer, path: string): Promise<number> {
  for (;;) {
    const { nodes } = (await api.get<RunDetail>(path)).dagRun;
    const told = performance.now() - startedAt;
    if (nodes.every(({ status }, place) => status === (isEarly(place) ? SUCCEEDED : RUNNING))) {
      return told;
    }
    if (told > TIMEOUT_MS) throw new Error('The ends of the steps are not told in time.');
    await delay(LOOK_EACH_MS);
  }
}
