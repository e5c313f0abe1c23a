import type * as PromClient from 'prom-client';
import { runStatuses } from '../contract/status.ts';
import { version } from '../lib/version.ts';
import type { RunCounts } from './count-runs.ts';

/** Labels of `svc_cache_entries_total`; all are there always. */
export type CacheName = 'dag_definition' | 'dag_run_status' | 'api_key' | 'webhook';

/** What the metrics of the whole engine say at one moment. */
export interface EngineFigures {
  readonly uptimeSec: number;
  readonly isScheduling: boolean;
  readonly dags: number;
  readonly runs: RunCounts;
  readonly cacheEntries: Readonly<Record<CacheName, number>>;
}

/**
 * The metrics of the whole engine, made for one scrape: what they count is in the store, where a restart leaves it
 * right, and a counter in memory would have to follow.
 */
export function engineRegistry(
  client: typeof PromClient,
  figures: EngineFigures,
): PromClient.Registry {
  const register = new client.Registry();
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new client.Gauge({ name, help, labelNames, registers: [register] });
  const { runs, cacheEntries } = figures;

  gauge('svc_info', 'Version of the engine and its runtime.', ['version', 'go_version']).set(
    { version, go_version: `node ${process.version}` },
    1,
  );
  gauge('svc_uptime_seconds', 'Seconds since the engine started.').set(figures.uptimeSec);
  gauge('svc_scheduler_running', 'Whether the scheduler runs: 1 or 0.').set(
    figures.isScheduling ? 1 : 0,
  );
  gauge('svc_dags_total', 'Stored DAGs.').set(figures.dags);
  gauge('svc_dag_runs_currently_running', 'Runs that are running.').set(runs.running);
  gauge('svc_dag_runs_queued_total', 'Runs that wait in a queue.').set(runs.queued);
  const today = new client.Counter({
    name: 'svc_dag_runs_total',
    help: 'Runs by status since midnight; a retry counts again.',
    labelNames: ['status'],
    registers: [register],
  });
  for (const status of runStatuses) today.inc({ status }, runs.today.get(status) ?? 0);
  const entries = gauge('svc_cache_entries_total', 'Entries of the caches.', ['cache']);
  Object.entries(cacheEntries).forEach(([cache, count]) => entries.set({ cache }, count));
  return register;
}
