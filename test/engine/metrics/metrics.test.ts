import { nobody } from '../../../engine/contract/operations.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runStatuses } from '../../../engine/contract/status.ts';
import { startOfToday } from '../../../engine/metrics/metrics.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import {
  anEngine,
  endOf,
  eventually,
  runUntil,
  startInline,
  untilLogHolds,
  type TestEngine,
} from '../../support/engine.ts';
import { countersOf, fallenBetween, readExposition } from '../../support/exposition.ts';
import { temporaryConfig } from '../../support/home.ts';

const quick = 'steps:\n  - name: only\n    command: "true"\n';
const scrape = (engine: TestEngine): Promise<string> => engine.client.call('system.metrics', {});

/** Value of a series by its whole text, such as `a{b="c"}`; undefined where there is none. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

async function aDag(engine: TestEngine, name: string, spec = quick): Promise<void> {
  await engine.client.call('dags.create', { name, spec });
}

async function aRun(engine: TestEngine, name: string, dagRunId?: string): Promise<void> {
  await engine.client.call('dags.startSync', { fileName: name, timeout: 30, dagRunId });
}

describe('the metrics', () => {
  it('are those of the manual, with their types and labels', async () => {
    const engine = await anEngine();
    await aDag(engine, 'one');
    await aRun(engine, 'one');

    const text = await scrape(engine);

    for (const series of [
      /^svc_info\{version="[^"]+",go_version="node v\d+[^"]*"\} 1$/m,
      /^svc_uptime_seconds [\d.e-]+$/m,
      /^svc_scheduler_running 1$/m,
      /^svc_dags_total 1$/m,
      /^svc_dag_runs_currently_running 0$/m,
      /^svc_dag_runs_queued_total 0$/m,
      /^svc_dag_runs_total\{status="succeeded"\} 1$/m,
      /^svc_dag_runs_currently_running_by_dag\{dag="one"\} 0$/m,
      /^svc_dag_runs_queued_by_dag\{dag="one"\} 0$/m,
      /^svc_dag_runs_total_by_dag\{dag="one",status="succeeded"\} 1$/m,
      /^svc_cache_entries_total\{cache="api_key"\} 0$/m,
      /^svc_cache_entries_total\{cache="webhook"\} 0$/m,
    ]) {
      expect(text).toMatch(series);
    }
    const bounds = [
      ...text.matchAll(/^svc_dag_run_duration_seconds_bucket\{dag="one",le="(.+)"\}/gm),
    ];
    expect(bounds.map(([, bound]) => bound).join(' ')).toBe(
      '1 5 15 30 60 120 300 600 1800 3600 +Inf',
    );
    expect(
      [...text.matchAll(/^svc_dag_runs_total\{status="(.+)"\}/gm)].map(([, word]) => word),
    ).toEqual(runStatuses);
    const types = Object.fromEntries(
      [...text.matchAll(/^# TYPE (svc_\w+) (\w+)$/gm)].map(
        ([, ...pair]) => pair as [string, string],
      ),
    );
    expect(types).toEqual({
      svc_info: 'gauge',
      svc_uptime_seconds: 'gauge',
      svc_scheduler_running: 'gauge',
      svc_dags_total: 'gauge',
      svc_dag_runs_currently_running: 'gauge',
      svc_dag_runs_queued_total: 'gauge',
      svc_dag_runs_total: 'counter',
      svc_dag_runs_currently_running_by_dag: 'gauge',
      svc_dag_runs_queued_by_dag: 'gauge',
      svc_dag_runs_total_by_dag: 'counter',
      svc_dag_run_duration_seconds: 'histogram',
      svc_queue_wait_seconds: 'histogram',
      svc_cache_entries_total: 'gauge',
    });
  });

  it('have what the process uses, under the names that scrapers of Node know', async () => {
    const text = await scrape(await anEngine());

    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'process_start_time_seconds',
      'nodejs_heap_size_used_bytes',
      'go_memstats_heap_alloc_bytes',
    ]) {
      expect(valueOf(text, name), name).toBeGreaterThan(0);
    }
    expect(text).toMatch(/^nodejs_version_info\{version="v24[^"]*",major="24",/m);
  });

  it('have the time that the process took since it began', async () => {
    const engine = await anEngine();
    const before = process.cpuUsage();
    const text = await scrape(engine);
    const after = process.cpuUsage();

    for (const [name, from, to] of [
      ['process_cpu_user_seconds_total', before.user, after.user],
      ['process_cpu_system_seconds_total', before.system, after.system],
      ['process_cpu_seconds_total', before.user + before.system, after.user + after.system],
    ] as const) {
      expect(valueOf(text, name), name).toBeGreaterThanOrEqual(from / 1e6);
      expect(valueOf(text, name), name).toBeLessThanOrEqual(to / 1e6);
    }
  });

  it('are text that a strict reader takes, time after time', async () => {
    const engine = await anEngine();
    await aDag(engine, 'one');
    await aRun(engine, 'one');

    const texts = [
      await scrape(engine),
      await scrape(engine),
      ...(await Promise.all([scrape(engine)])),
    ];

    const names = texts.map((text) => [...readExposition(text).keys()]);
    expect(names[0]).toContain('svc_info');
    expect(names[0]).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(names[1]).toEqual(names[0]);
    expect(names[2]).toEqual(names[0]);
  });

  it('count upwards, over a restart too', async () => {
    const config = temporaryConfig();
    const engine = await anEngine({ config });
    await aDag(engine, 'one');
    await aRun(engine, 'one');
    const before = await scrape(engine);
    await engine.stop();

    const next = await anEngine({ config });
    const restarted = await scrape(next);
    await aRun(next, 'one');
    const after = await scrape(next);

    expect([...countersOf(before).keys()]).toEqual(
      expect.arrayContaining([
        'svc_dag_runs_total_by_dag{"dag":"one","status":"succeeded"}',
        'process_cpu_seconds_total{}',
      ]),
    );
    expect(fallenBetween(before, restarted)).toEqual([]);
    expect(fallenBetween(restarted, after)).toEqual([]);
  });

  it('count the garbage collections', async () => {
    const engine = await anEngine();
    let garbage: unknown[] = [];
    let text = '';

    await eventually(async () => {
      garbage = Array.from({ length: 200_000 }, (_, at) => ({ at }));
      text = await scrape(engine);
      return /^nodejs_gc_duration_seconds_count\{kind="minor"\} [1-9]/m.test(text);
    }, 'a collection of young objects is counted');

    expect(garbage.length).toBeGreaterThan(0);
    expect(valueOf(text, 'go_gc_duration_seconds_count')).toBeGreaterThan(0);
  });

  it('say what runs now', async () => {
    const engine = await anEngine();
    await aDag(engine, 'slow', 'steps:\n  - name: sleeper\n    command: echo up; sleep 60\n');
    const { dagRunId } = await engine.client.call('dags.start', { fileName: 'slow' });
    const run = { engine, name: 'slow', dagRunId };
    await untilLogHolds(run, 'sleeper', 'up');

    const during = await scrape(engine);
    await engine.client.call('runs.stop', { name: 'slow', dagRunId });
    await endOf(run);
    const after = await scrape(engine);

    expect(valueOf(during, 'svc_dag_runs_currently_running')).toBe(1);
    expect(valueOf(during, 'svc_dag_runs_currently_running_by_dag{dag="slow"}')).toBe(1);
    expect(valueOf(during, 'svc_dag_runs_total{status="running"}')).toBe(1);
    expect(valueOf(during, 'svc_dag_runs_total_by_dag{dag="slow",status="running"}')).toBe(1);
    expect(during).not.toContain('svc_dag_run_duration_seconds_count');
    expect(valueOf(after, 'svc_dag_runs_currently_running')).toBe(0);
    expect(valueOf(after, 'svc_dag_runs_total{status="running"}')).toBe(1);
    expect(valueOf(after, 'svc_dag_runs_total_by_dag{dag="slow",status="aborted"}')).toBe(1);
  });

  it('say how many wait, and how long they waited', async () => {
    const engine = await anEngine();
    await aDag(engine, 'slow', 'steps:\n  - name: sleeper\n    command: echo up; sleep 60\n');
    const enqueue = async () =>
      (await engine.client.call('dags.enqueue', { fileName: 'slow' })).dagRunId;
    const first = { engine, name: 'slow', dagRunId: await enqueue() };
    await untilLogHolds(first, 'sleeper', 'up');
    const second = { engine, name: 'slow', dagRunId: await enqueue() };

    const text = await scrape(engine);

    expect(valueOf(text, 'svc_dag_runs_queued_total')).toBe(1);
    expect(valueOf(text, 'svc_dag_runs_queued_by_dag{dag="slow"}')).toBe(1);
    expect(valueOf(text, 'svc_dag_runs_total{status="queued"}')).toBe(2);
    expect(valueOf(text, 'svc_queue_wait_seconds_count{dag="slow"}')).toBe(1);
    for (const run of [second, first]) {
      await engine.client.call('runs.stop', { name: 'slow', dagRunId: run.dagRunId });
      await endOf(run);
    }
    expect(valueOf(await scrape(engine), 'svc_queue_wait_seconds_count{dag="slow"}')).toBe(1);
  });

  it('are the same after a restart, and count a retry beside what it retries', async () => {
    const config = temporaryConfig();
    const engine = await anEngine({ config });
    const marker = join(config.paths.dagsDir, '..', 'marker');
    await aDag(engine, 'flaky', `steps:\n  - name: only\n    command: test -e ${marker}\n`);
    await aDag(engine, 'fine');
    await aRun(engine, 'flaky', 'first');
    await aRun(engine, 'fine');
    const counts = (text: string) =>
      text.split('\n').filter((line) => /^svc_dag_run\w*[{_]/.test(line));
    const before = counts(await scrape(engine));
    await engine.stop();

    const next = await anEngine({ config });
    const after = counts(await scrape(next));
    writeFileSync(marker, '');
    await next.client.call('runs.retry', { name: 'flaky', dagRunId: 'first' });
    await runUntil(
      { engine: next, name: 'flaky', dagRunId: 'first' },
      (run) => run.statusLabel === 'succeeded',
    );
    const retried = await scrape(next);

    expect(before).toContain('svc_dag_runs_total_by_dag{dag="flaky",status="failed"} 1');
    expect(after).toEqual(before);
    expect(valueOf(retried, 'svc_dag_runs_total_by_dag{dag="flaky",status="succeeded"}')).toBe(1);
    expect(valueOf(retried, 'svc_dag_runs_total_by_dag{dag="flaky",status="failed"}')).toBe(1);
    expect(valueOf(retried, 'svc_dag_runs_total_by_dag{dag="flaky",status="running"}')).toBe(2);
    expect(valueOf(retried, 'svc_dag_run_duration_seconds_count{dag="flaky"}')).toBe(2);
  });

  it('count once that a run waits for the gate of one that it called', async () => {
    const engine = await anEngine();
    const spec = 'steps:\n  - call: kid\n---\nname: kid\nsteps:\n  - {name: gate, type: hitl}\n';
    const { dagRunId } = await startInline(spec, { engine, name: 'caller' });
    await runUntil({ engine, name: 'caller', dagRunId }, (run) => run.statusLabel === 'waiting');
    await engine.client.call('runs.stop', { name: 'caller', dagRunId });
    await endOf({ engine, name: 'caller', dagRunId });

    const text = await scrape(engine);

    expect(valueOf(text, 'svc_dag_runs_total{status="waiting"}')).toBe(1);
  });

  it('observe the wait of a retry that queues, and none of one that does not', async () => {
    const queues = { enabled: true, config: [{ name: 'global', maxConcurrency: 1 }] };
    const engine = await anEngine({ config: temporaryConfig({ queues }) });
    const faulty = 'steps:\n  - name: only\n    command: "false"\n';
    await aDag(engine, 'own', faulty);
    await aDag(engine, 'shared', `queue: global\n${faulty}`);
    for (const name of ['own', 'shared']) {
      const run = { name, dagRunId: 'first' };
      await engine.client.call('dags.enqueue', { fileName: name, dagRunId: 'first' });
      await endOf({ engine, ...run });

      await engine.client.call('runs.retry', run);
      await endOf({ engine, ...run });
    }

    const text = await scrape(engine);
    const { dagRun } = await engine.client.call('runs.get', { name: 'own', dagRunId: 'first' });

    expect(valueOf(text, 'svc_queue_wait_seconds_count{dag="own"}')).toBe(1);
    expect(valueOf(text, 'svc_queue_wait_seconds_count{dag="shared"}')).toBe(2);
    expect(valueOf(text, 'svc_dag_runs_total{status="failed"}')).toBe(4);
    expect(valueOf(text, 'svc_dag_runs_total{status="queued"}')).toBe(3);
    expect(dagRun.queuedAt).toMatch(/^\d{4}-.*Z$/);
  });

  it('have series for stored DAGs alone, which follow a rename', async () => {
    const engine = await anEngine();
    await aDag(engine, 'old');
    await aRun(engine, 'old');
    await aDag(engine, 'gone');
    await aRun(engine, 'gone');
    const inline = await startInline(quick, { engine, name: 'inline' });
    await endOf(inline);

    await engine.client.call('dags.rename', { fileName: 'old', newFileName: 'new' });
    await engine.client.call('dags.delete', { fileName: 'gone' });
    const text = await scrape(engine);

    expect(new Set([...text.matchAll(/dag="([^"]+)"/g)].map(([, dag]) => dag))).toEqual(
      new Set(['new']),
    );
    expect(valueOf(text, 'svc_dag_runs_total_by_dag{dag="new",status="succeeded"}')).toBe(1);
    expect(valueOf(text, 'svc_dag_runs_total{status="succeeded"}')).toBe(3);
  });

  it('count runs that were called with their callers alone', async () => {
    const engine = await anEngine();
    await aDag(engine, 'child');
    await aDag(engine, 'parent', 'steps:\n  - call: child\n  - call: child\n');

    await aRun(engine, 'parent');

    expect(valueOf(await scrape(engine), 'svc_dag_runs_total{status="succeeded"}')).toBe(1);
  });

  it('count as of today what happened since midnight in the zone of the schedules', async () => {
    const config = temporaryConfig({ timezone: 'Pacific/Auckland' });
    const engine = await anEngine({ config });
    await aDag(engine, 'one');
    await aRun(engine, 'one');
    const midnight = startOfToday(Date.now(), 'Pacific/Auckland');
    await engine.stop();
    const tomorrow = midnight + 86_400_000 + 3_600_001 - Date.now();

    const next = await anEngine({
      config,
      clock: { ...systemClock, now: () => systemClock.now() + tomorrow },
    });
    const text = await scrape(next);

    expect(valueOf(text, 'svc_dag_runs_total{status="running"}')).toBe(0);
    expect(valueOf(text, 'svc_dag_runs_total{status="succeeded"}')).toBe(0);
    expect(valueOf(text, 'svc_dag_runs_total_by_dag{dag="one",status="succeeded"}')).toBe(1);
  });

  it('are for those who may read the rest, unless they are public', async () => {
    const closed = await anEngine();
    const open = await anEngine({ config: temporaryConfig({ metrics: 'public' }) });

    await expect(closed.call('system.metrics', {}, nobody)).rejects.toMatchObject({
      code: 'unauthorized',
    });
    expect(await open.call('system.metrics', {}, nobody)).toContain('svc_info');
  });
});

describe('the day', () => {
  it.each([
    { zone: 'UTC', now: '2026-11-21T10:00:00Z', from: '2026-11-21T00:00:00Z' },
    { zone: 'Asia/Kolkata', now: '2026-11-21T18:29:59Z', from: '2026-11-20T18:30:00Z' },
    { zone: 'Asia/Kolkata', now: '2026-11-21T18:30:00Z', from: '2026-11-21T18:30:00Z' },
    // The clocks were set at two in the morning.
    { zone: 'Europe/Berlin', now: '2026-03-29T20:00:00Z', from: '2026-03-28T23:00:00Z' },
    { zone: 'Europe/Berlin', now: '2026-10-25T20:00:00Z', from: '2026-10-24T22:00:00Z' },
  ])('began in $zone at $from when it is $now', ({ zone, now, from }) => {
    expect(new Date(startOfToday(Date.parse(now), zone)).toISOString()).toBe(
      new Date(from).toISOString(),
    );
  });
});
