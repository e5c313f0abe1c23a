import { getHeapSpaceStatistics } from 'node:v8';
import { loopLagSec, ownProcess, startTimeSec } from '../platform/own-process.ts';
import type { Metric, Series } from './exposition.ts';
import type { Collections } from './collections.ts';

const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: 'gauge',
  series: [{ value }],
});

const counter = (name: string, help: string, value: number): Metric => ({
  ...gauge(name, help, value),
  type: 'counter',
});

/**
 * What this process uses: under the names that prom-client gives to it, and the `go_*` figures that mean the same in Node
 * (decisions 11). All is looked at when it is asked for; a figure that needs a timer all the time is not among them.
 */
export async function runtimeMetrics(collections: Collections): Promise<readonly Metric[]> {
  const lag = await loopLagSec();
  return [
    ...processMetrics(),
    ...linuxMetrics(),
    gauge('nodejs_eventloop_lag_seconds', 'Wait for a turn of the event loop in seconds.', lag),
    ...memoryMetrics(),
    ...heapSpaces(),
    ...resources(),
    versionInfo(),
    ...collections.metrics(),
  ];
}

function processMetrics(): readonly Metric[] {
  const { user, system } = process.cpuUsage();
  const [userSec, systemSec] = [user / 1e6, system / 1e6];
  return [
    counter('process_cpu_user_seconds_total', 'User CPU time in seconds.', userSec),
    counter('process_cpu_system_seconds_total', 'System CPU time in seconds.', systemSec),
    counter('process_cpu_seconds_total', 'CPU time in seconds.', userSec + systemSec),
    gauge('process_start_time_seconds', 'Start of the process in Unix seconds.', startTimeSec()),
  ];
}

function linuxMetrics(): readonly Metric[] {
  const own = ownProcess();
  if (own === null) return [];
  return [
    gauge('process_virtual_memory_bytes', 'Virtual memory in bytes.', own.virtualBytes),
    gauge('process_heap_bytes', 'Data segment in bytes.', own.dataBytes),
    gauge('process_open_fds', 'Open file descriptors.', own.openFiles),
    gauge('process_max_fds', 'Most file descriptors that may be open.', own.mostFiles),
    gauge('go_threads', 'Threads of the operating system.', own.threads),
  ];
}

function memoryMetrics(): readonly Metric[] {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
  return [
    gauge('process_resident_memory_bytes', 'Resident memory in bytes.', rss),
    gauge('nodejs_heap_size_total_bytes', 'Size of the heap in bytes.', heapTotal),
    gauge('nodejs_heap_size_used_bytes', 'Bytes of the heap that are used.', heapUsed),
    gauge('nodejs_external_memory_bytes', 'Memory outside of the heap in bytes.', external),
    gauge('go_memstats_heap_sys_bytes', 'Size of the heap in bytes.', heapTotal),
    gauge('go_memstats_heap_alloc_bytes', 'Bytes of the heap that are used.', heapUsed),
  ];
}

function heapSpaces(): readonly Metric[] {
  const spaces = getHeapSpaceStatistics();
  const bySpace = (what: string, of: (space: (typeof spaces)[number]) => number): Metric => ({
    name: `nodejs_heap_space_size_${what}_bytes`,
    help: `Bytes of a space of the heap: ${what}.`,
    type: 'gauge',
    series: spaces.map((space) => ({
      labels: { space: space.space_name.replace(/_space$/, '') },
      value: of(space),
    })),
  });
  return [
    bySpace('total', ({ space_size: size }) => size),
    bySpace('used', ({ space_used_size: size }) => size),
    bySpace('available', ({ space_available_size: size }) => size),
  ];
}

function resources(): readonly Metric[] {
  const active = process.getActiveResourcesInfo();
  const counts = new Map<string, number>();
  for (const type of active) counts.set(type, (counts.get(type) ?? 0) + 1);
  const series: Series[] = [...counts].map(([type, value]) => ({ labels: { type }, value }));
  const help = 'What keeps the event loop alive, by type.';
  return [
    { name: 'nodejs_active_resources', help, type: 'gauge', series },
    gauge('nodejs_active_resources_total', 'All that keeps the event loop alive.', active.length),
  ];
}

function versionInfo(): Metric {
  const { version } = process;
  const [major = '', minor = '', patch = ''] = version.slice(1).split('.');
  return {
    name: 'nodejs_version_info',
    help: 'Version of Node.',
    type: 'gauge',
    series: [{ labels: { version, major, minor, patch }, value: 1 }],
  };
}
