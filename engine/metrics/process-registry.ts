import { getHeapSpaceStatistics } from 'node:v8';
import type * as PromClient from 'prom-client';
import { ownProcess } from '../platform/own-process.ts';

/** Looks of the monitor at the event loop: often enough for a percentile, and no load for a process that idles. */
const LOOP_LOOK_MS = 100;

/** Counted by `collections.ts`: the library counts one of several collections that are reported together. */
const COLLECTIONS = 'nodejs_gc_duration_seconds';
/** Without a look at the loop since the last scrape it shows the largest number there is. */
const LOOP_LAG_MIN = 'nodejs_eventloop_lag_min_seconds';

const loopLag = /^(nodejs_eventloop_lag_(?:max|mean|p50|p90|p99)_seconds )(\S+)$/gm;

let registry: PromClient.Registry | undefined;

/**
 * What this process uses, as text: the metrics of prom-client, and the `go_*` figures that mean the same in Node. Their registry is one for the process, however many engines are in it, and begins with the first scrape:
 * an engine that nobody measures pays nothing.
 */
export async function processText(client: typeof PromClient): Promise<string> {
  registry ??= createRegistry(client);
  const text = await registry.metrics();
  // The library has a spelling of its own for means of nothing, which strict readers refuse.
  return text.replaceAll(/ Nan$/gm, ' NaN').replaceAll(loopLag, withoutPause);
}

// What Node measures between two looks at the loop holds the pause between them as well.
function withoutPause(_line: string, name: string, seconds: string): string {
  return `${name}${Math.max(0, Number(seconds) - LOOP_LOOK_MS / 1000)}`;
}

function createRegistry(client: typeof PromClient): PromClient.Registry {
  const register = new client.Registry();
  client.collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LOOP_LOOK_MS });
  register.removeSingleMetric(COLLECTIONS);
  register.removeSingleMetric(LOOP_LAG_MIN);
  countFromTheStart(client, register);
  addGoNames(client, register);
  return register;
}

// The library counts from its own beginning, and loses what passes until then; these are the totals of the process.
function countFromTheStart({ Counter }: typeof PromClient, register: PromClient.Registry): void {
  const count = (name: string, help: string, micros: (usage: NodeJS.CpuUsage) => number): void => {
    register.removeSingleMetric(name);
    new Counter({
      name,
      help,
      registers: [register],
      collect() {
        this.reset();
        this.inc(micros(process.cpuUsage()) / 1e6);
      },
    });
  };
  count('process_cpu_user_seconds_total', 'User CPU time in seconds.', ({ user }) => user);
  count('process_cpu_system_seconds_total', 'System CPU time in seconds.', ({ system }) => system);
  count(
    'process_cpu_seconds_total',
    'User and system CPU time in seconds.',
    ({ user, system }) => user + system,
  );
}

function addGoNames({ Gauge }: typeof PromClient, register: PromClient.Registry): void {
  const gauge = (name: string, help: string, look: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(look());
      },
    });
  };
  const heap = (key: 'space_size' | 'space_used_size') => () =>
    getHeapSpaceStatistics().reduce((sum, space) => sum + space[key], 0);
  gauge('go_memstats_heap_sys_bytes', 'Size of the heap in bytes.', heap('space_size'));
  gauge(
    'go_memstats_heap_alloc_bytes',
    'Bytes of the heap that are used.',
    heap('space_used_size'),
  );
  if (ownProcess() === null) return;
  gauge('go_threads', 'Threads of the operating system.', () => ownProcess()?.threads ?? 0);
}
