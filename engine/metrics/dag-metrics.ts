import { runStatuses } from '../contract/status.ts';
import type { DagCounts, RunCounts } from './count-runs.ts';
import type { Metric, Series } from './exposition.ts';

/** Metrics with a series for each stored DAG, and for no other name that ever ran. */
export function dagMetrics(names: readonly string[], { byDag }: RunCounts): readonly Metric[] {
  return [
    {
      name: 'svc_dag_runs_currently_running_by_dag',
      help: 'Runs of a DAG that are running.',
      type: 'gauge',
      series: each(names, (dag) => [{ labels: { dag }, value: byDag.get(dag)?.running ?? 0 }]),
    },
    {
      name: 'svc_dag_runs_queued_by_dag',
      help: 'Runs of a DAG that wait in a queue.',
      type: 'gauge',
      series: each(names, (dag) => [{ labels: { dag }, value: byDag.get(dag)?.queued ?? 0 }]),
    },
    {
      name: 'svc_dag_runs_total_by_dag',
      help: 'Runs of a DAG by status; a retry counts again.',
      type: 'counter',
      series: each(names, (dag) => statuses(dag, byDag.get(dag))),
    },
    {
      name: 'svc_dag_run_duration_seconds',
      help: 'Seconds from the start of a run to its end.',
      type: 'histogram',
      series: each(names, (dag) => histogram(dag, byDag.get(dag)?.durations)),
    },
    {
      name: 'svc_queue_wait_seconds',
      help: 'Seconds that a run waited in its queue.',
      type: 'histogram',
      series: each(names, (dag) => histogram(dag, byDag.get(dag)?.waits)),
    },
  ];
}

// Made as they are written: all of them at once would hold up everything else.
function* each(
  names: readonly string[],
  seriesOf: (dag: string) => readonly Series[],
): Generator<Series> {
  for (const name of names) yield* seriesOf(name);
}

/** All of them: who looks for an increase would not see the first run of a series that begins with it. */
function statuses(dag: string, counts: DagCounts | undefined): readonly Series[] {
  return runStatuses.map((status) => ({
    labels: { dag, status },
    value: counts?.statuses.get(status) ?? 0,
  }));
}

/** A DAG of which nothing was observed has no histogram. */
function histogram(dag: string, value: DagCounts['durations'] | undefined): readonly Series[] {
  return value === undefined || value.count === 0 ? [] : [{ labels: { dag }, value }];
}
