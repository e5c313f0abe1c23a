import { setTimeout as delay } from 'node:timers/promises';
import { gather } from '../crowd.ts';
import { fillDags } from '../fill/fill-dags.ts';
import { fillRuns } from '../fill/fill-runs.ts';
import { quantile, type Figure, type Measure } from '../measure.ts';
import { cpuMs, residentMb } from '../process-cost.ts';
import { idleSteps } from './specs.ts';

const STREAMS = 500;
const READS = 1000;
const SECONDS = 60;
const QUIET_MS = 3000;

/** What a page and a few scripts ask for, in turn. */
const paths = [
  ...['/health', '/dags?perPage=20', '/dag-runs?limit=20', '/dags/bench-dag-1', '/queues'],
  ...['/health', '/dag-runs?limit=5', '/dags/tags', '/dags/bench-dag-2/spec', '/health'],
];

const figure = (
  key: string,
  title: string,
  { unit, budget = null }: { readonly unit: Figure['unit']; readonly budget?: number | null },
): Figure => ({
  key: `streams.${key}`,
  title: `${STREAMS} streams, ${READS} reads a second: ${title}`,
  unit,
  better: key === 'rate' ? 'higher' : 'lower',
  budget,
  peerThen: null,
});

/** Many who listen and many who ask, for a minute in which a run begins each second. */
export const streams: Measure = {
  name: 'streams',
  onRequest: true,
  oursAlone: true,
  figures: [
    figure('failed', 'what failed', { unit: '', budget: 0 }),
    figure('rate', 'answers a second', { unit: '/s' }),
    figure('read', 'a read', { unit: 'ms' }),
    figure('slow', 'a slow read, 1 of 100', { unit: 'ms' }),
    figure('loop', 'delay of the event loop, 99 of 100', { unit: 'ms', budget: 50 }),
    figure('growth', 'growth of its memory after the first 20 s', { unit: 'MB', budget: 20 }),
    figure('cpu', 'processor time', { unit: '%' }),
  ],

  fillHome(home) {
    fillRuns(home.root, { runs: 1000, dagNames: fillDags(home, 50) });
  },

  async take({ api, pid }) {
    const between = await betweenLooksMs(api.base);
    let memory = 0;
    const cpuBefore = cpuMs(pid);
    const { took, failedReads, lostStreams, seconds } = await gather({
      base: api.base,
      streams: STREAMS,
      readsPerSecond: READS,
      seconds: SECONDS,
      paths,
      happen: () => api.runInline('told', idleSteps(1)),
      warm: () => (memory = residentMb(pid)),
    });
    return {
      'streams.failed': failedReads + lostStreams,
      'streams.rate': took.length / seconds,
      'streams.read': quantile(took, 0.5),
      'streams.slow': quantile(took, 0.99),
      'streams.loop': (await loopMs(api.base, 'p99')) - between,
      'streams.growth': residentMb(pid) - memory,
      'streams.cpu': (cpuMs(pid) - cpuBefore) / (seconds * 10),
    };
  },
};

/**
 * What the engine shows as delay when nothing delays it: its monitor counts from one look at the loop to the next, and
 * begins with the first scrape.
 */
async function betweenLooksMs(base: string): Promise<number> {
  await loopMs(base, 'p50');
  await delay(QUIET_MS);
  return loopMs(base, 'p50');
}

/** A percentile of the time since the last scrape. */
async function loopMs(base: string, percentile: 'p50' | 'p99'): Promise<number> {
  const metrics = await (await fetch(`${base}/metrics`)).text();
  const line = new RegExp(`^nodejs_eventloop_lag_${percentile}_seconds (\\S+)$`, 'm');
  return Number(line.exec(metrics)?.[1]) * 1000;
}
