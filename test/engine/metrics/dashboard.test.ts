import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anEngine } from '../../support/engine.ts';
import { readExposition } from '../../support/exposition.ts';

interface Dashboard {
  readonly templating: { readonly list: readonly { name: string; type: string; query: unknown }[] };
  readonly panels: readonly {
    readonly title: string;
    readonly datasource: { readonly uid: string };
    readonly gridPos: {
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
    };
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const file = join(import.meta.dirname, '../../../resources/grafana/dagwright.json');
const dashboard = JSON.parse(readFileSync(file, 'utf8')) as Dashboard;
const metric = /\b(?:svc|process|nodejs|go)_\w+/g;

describe('the Grafana dashboard', () => {
  it('names only metrics, and labels of them, that a scrape has', async () => {
    const engine = await anEngine();
    const spec = 'steps:\n  - name: only\n    command: "true"\n';
    await engine.client.call('dags.create', { name: 'one', spec });
    await engine.client.call('dags.enqueue', { fileName: 'one', dagRunId: 'one' });
    await engine.client.call('dags.startSync', { fileName: 'one', timeout: 30 });

    const scrape = readExposition(await engine.client.call('system.metrics', {}));

    const labels = new Map<string, Set<string>>();
    for (const { name, type, series } of scrape.values()) {
      const names = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      const known = new Set(series.flatMap((each) => Object.keys(each.labels)));
      names.forEach((ending) => labels.set(name + ending, known));
    }
    for (const { title, targets } of dashboard.panels) {
      for (const { expr } of targets) {
        const [name = ''] = expr.match(metric) ?? [];
        expect(
          expr.match(metric)?.filter((each) => !labels.has(each)),
          title,
        ).toEqual([]);
        const by = /by \(([^)]+)\)/.exec(expr)?.[1]?.split(', ') ?? [];
        expect(
          by.filter((label) => !labels.get(name)?.has(label)),
          title,
        ).toEqual([]);
      }
    }
  });

  it('shows runs, durations, waits, memory and the event loop, of a source that one can choose', () => {
    const text = JSON.stringify(dashboard.panels);
    for (const name of [
      'svc_dag_runs_total',
      'svc_dag_run_duration_seconds_bucket',
      'svc_queue_wait_seconds_bucket',
      'svc_dag_runs_currently_running',
      'svc_dag_runs_queued_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
    ]) {
      expect(text).toContain(name);
    }
    expect(dashboard.templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource' });
    expect(new Set(dashboard.panels.map(({ datasource }) => datasource.uid))).toEqual(
      new Set(['${datasource}']),
    );
  });

  it('uses no variable that it does not have, and lets no panel lie on another', () => {
    const known = dashboard.templating.list.map(({ name }) => name);
    const used = [...JSON.stringify(dashboard.panels).matchAll(/\$\{?(\w+)/g)].map(
      ([, name]) => name,
    );
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );

    expect(new Set(used)).toEqual(new Set([...known, '__rate_interval']));
    expect(new Set(cells).size).toBe(cells.length);
  });
});
