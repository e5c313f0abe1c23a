import type { Clock } from '../lib/clock.ts';
import { version } from '../lib/version.ts';
import { machineTimezone, zoneOffsets } from '../dag/zone-offsets.ts';
import { DAY_MS } from '../dag/wall-time.ts';
import type { Database } from '../storage/database.ts';
import { countCollections } from './collections.ts';
import { countRuns, type RunCounts } from './count-runs.ts';
import { dagMetrics } from './dag-metrics.ts';
import { expositionText, type Metric } from './exposition.ts';
import { runtimeMetrics } from './runtime-metrics.ts';

/** Labels of `svc_cache_entries_total`; all are there always (decisions 36). */
export type CacheName = 'dag_definition' | 'dag_run_status' | 'api_key' | 'webhook';

export interface MetricsOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Its midnight is when a day begins; null: that of the machine. */
  readonly timezone: string | null;
  readonly dags: () => Iterable<{ readonly name: string }>;
  readonly isScheduling: () => boolean;
  readonly cacheEntries: () => Readonly<Record<CacheName, number>>;
}

export interface Metrics {
  /** All metrics in the text format of Prometheus (specification "Metrics"). Who asks at once shares an answer. */
  readonly text: () => Promise<string>;
  readonly stop: () => void;
}

export function createMetrics(options: MetricsOptions): Metrics {
  const { db, clock } = options;
  const collections = countCollections();
  const startedAt = clock.elapsed();
  let underWay: Promise<string> | null = null;

  async function make(): Promise<string> {
    const runs = await countRuns(db, startOfToday(clock.now(), options.timezone));
    const names = [...new Set([...options.dags()].map(({ name }) => name))].sort();
    return expositionText([
      ...engineMetrics(options, clock.elapsed() - startedAt, runs),
      ...dagMetrics(names, runs),
      ...(await runtimeMetrics(collections)),
    ]);
  }

  return {
    text: () =>
      (underWay ??= make().finally(() => {
        underWay = null;
      })),
    stop: collections.stop,
  };
}

function engineMetrics(
  { dags, isScheduling, cacheEntries }: MetricsOptions,
  uptimeMs: number,
  runs: RunCounts,
): readonly Metric[] {
  const gauge = (name: string, help: string, value: number): Metric => ({
    name,
    help,
    type: 'gauge',
    series: [{ value }],
  });
  return [
    {
      name: 'svc_info',
      help: 'Version of the engine, and what runs it.',
      type: 'gauge',
      series: [{ labels: { version, go_version: `node ${process.version}` }, value: 1 }],
    },
    gauge('svc_uptime_seconds', 'Seconds since the engine started.', uptimeMs / 1000),
    gauge('svc_scheduler_running', 'Whether slots are acted on: 1 or 0.', isScheduling() ? 1 : 0),
    gauge('svc_dags_total', 'Stored DAGs.', [...dags()].length),
    gauge('svc_dag_runs_currently_running', 'Runs that are running.', runs.running),
    gauge('svc_dag_runs_queued_total', 'Runs that wait in a queue.', runs.queued),
    {
      name: 'svc_dag_runs_total',
      help: 'Runs of today, by status.',
      type: 'counter',
      series: [...runs.today].map(([status, value]) => ({ labels: { status }, value })),
    },
    {
      name: 'svc_cache_entries_total',
      help: 'Entries of the caches.',
      type: 'gauge',
      series: Object.entries(cacheEntries()).map(([cache, value]) => ({
        labels: { cache },
        value,
      })),
    },
  ];
}

/** When the day began on the clocks of a zone. */
export function startOfToday(now: number, timezone: string | null): number {
  const zone = zoneOffsets(timezone ?? machineTimezone());
  const { offset } = zone.stretchAt(now);
  const midnight = Math.floor((now + offset) / DAY_MS) * DAY_MS;
  return midnight - zone.stretchAt(midnight - offset).offset;
}
