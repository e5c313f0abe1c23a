import { beforeEach, describe, expect, it } from 'vitest';
import type { RunSummary } from '../../../engine/contract/run.ts';
import { systemClock } from '../../../engine/platform/system-clock.ts';
import { anEngine, endOf, runToEnd, type TestEngine } from '../../support/engine.ts';

const DAY_MS = 86_400_000;
const start = Date.parse('2026-03-01T00:00:00.000Z');
const specs = {
  etl: 'tags: [team=data, nightly]\nsteps:\n  - name: load\n    command: echo x\n',
  report: 'tags: [team=sales]\nsteps:\n  - name: draw\n    command: exit 1\n',
};

/** Ten runs, one each day: etl on even ones, report on odd ones. */
async function tenDays(): Promise<TestEngine> {
  let days = 0;
  const clock = { ...systemClock, now: () => start + days * DAY_MS };
  const engine = await anEngine({ clock });
  for (; days < 10; days++) {
    const name = days % 2 === 0 ? 'etl' : 'report';
    await runToEnd(specs[name], { engine, name, dagRunId: `day-${days}` });
  }
  return engine;
}

const ids = (runs: readonly RunSummary[]): string[] => runs.map(({ dagRunId }) => dagRunId);
const days = (...numbers: number[]): string[] => numbers.map((number) => `day-${number}`);

describe('the list of runs', () => {
  let engine: TestEngine;
  beforeEach(async () => {
    engine = await tenDays();
  });

  it('is filtered by each of its fields', async () => {
    const list = async (filter: object): Promise<string[]> =>
      ids((await engine.client.call('runs.list', filter)).dagRuns);
    const seconds = (day: number): number => (start + day * DAY_MS) / 1000;

    expect(await list({})).toEqual(days(9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    expect(await list({ name: 'etl' })).toEqual(days(8, 6, 4, 2, 0));
    expect(await list({ name: 'et' })).toEqual([]);
    expect(await list({ status: 2 })).toEqual(days(9, 7, 5, 3, 1));
    expect(await list({ status: '4', name: 'etl', limit: 2 })).toEqual(days(8, 6));
    expect(await list({ fromDate: seconds(3), toDate: seconds(5) })).toEqual(days(5, 4, 3));
    expect(await list({ toDate: seconds(0) })).toEqual(days(0));
    expect(await list({ dagRunId: 'y-7' })).toEqual(days(7));
    expect(await list({ dagRunId: '%' })).toEqual([]);
    expect(await list({ tags: 'team=data' })).toEqual(days(8, 6, 4, 2, 0));
    expect(await list({ tags: 'team,!nightly' })).toEqual(days(9, 7, 5, 3, 1));
  });

  it('is read page by page without a gap while new runs come', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 10; page++) {
      const answer = await engine.client.call('runs.list', {
        limit: 3,
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...ids(answer.dagRuns));
      await runToEnd(specs.etl, { engine, name: 'etl' });
      cursor = answer.nextCursor;
      if (cursor === undefined) break;
    }

    expect(seen).toEqual(days(9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
  });

  it.each([{ cursor: 'x' }, { limit: 0 }, { limit: 10_001 }, { status: 9 }, { status: 'red' }])(
    'refuses %j and names the field',
    async (input) => {
      const [field = ''] = Object.keys(input);
      const answer = engine.client.call('runs.list', input as object);

      await expect(answer).rejects.toMatchObject({
        code: 'bad_request',
        extras: { details: { fields: { [field]: expect.any(String) } } },
      });
    },
  );
});

describe('a run', () => {
  it('is found by its id and as the latest of its DAG', async () => {
    const engine = await anEngine();
    await runToEnd(specs.etl, { engine, name: 'etl', dagRunId: 'one' });
    await runToEnd(specs.etl, { engine, name: 'etl', dagRunId: 'two' });
    const get = async (dagRunId: string) =>
      (await engine.client.call('runs.get', { name: 'etl', dagRunId })).dagRun.dagRunId;

    expect(await get('one')).toBe('one');
    expect(await get('latest')).toBe('two');
    await expect(get('three')).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      engine.client.call('runs.get', { name: 'absent', dagRunId: 'latest' }),
    ).rejects.toMatchObject({ code: 'not_found', message: 'no dag-runs found for DAG absent' });
  });

  it('is shown with the definition that it was started with', async () => {
    const engine = await anEngine();
    await engine.client.call('dags.create', { name: 'etl', spec: specs.etl });
    await engine.client.call('dags.start', { fileName: 'etl', dagRunId: 'one' });
    await endOf({ engine, name: 'etl', dagRunId: 'one' });

    await engine.client.call('dags.updateSpec', { fileName: 'etl', spec: specs.report });
    const { dagRun } = await engine.client.call('dags.run', {
      fileName: 'etl',
      dagRunId: 'latest',
    });

    expect(dagRun.nodes.map(({ step }) => step.name)).toEqual(['load']);
  });

  it('cannot be stopped when it has ended or never was', async () => {
    const { engine } = await runToEnd(specs.etl, { name: 'etl', dagRunId: 'one' });
    const stop = (dagRunId: string) => engine.client.call('runs.stop', { name: 'etl', dagRunId });

    await expect(stop('one')).rejects.toMatchObject({
      code: 'not_running',
      message: 'Run one of etl is succeeded, not running',
    });
    await expect(stop('two')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('has times in UTC with milliseconds, in order', async () => {
    const { run } = await runToEnd(specs.etl, { name: 'etl' });

    const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
    expect(run).toMatchObject({
      queuedAt: '',
      startedAt: expect.stringMatching(iso),
      finishedAt: expect.stringMatching(iso),
      rootDAGRunName: 'etl',
      parentDAGRunName: '',
    });
    expect(run.startedAt <= run.finishedAt).toBe(true);
  });
});

describe('the runs of a DAG', () => {
  it('come with a grid of what became of each step', async () => {
    const engine = await anEngine();
    const grid = (command: string): string =>
      `steps:\n  - name: first\n    command: ${command}\n  - name: second\n    command: echo x\n`;
    await engine.client.call('dags.create', { name: 'etl', spec: grid('exit 1') });
    await engine.client.call('dags.startSync', { fileName: 'etl', timeout: 20 });
    const spec = `${grid('echo x')}  - name: third\n    command: echo x\n`;
    await engine.client.call('dags.updateSpec', { fileName: 'etl', spec });
    await engine.client.call('dags.startSync', { fileName: 'etl', timeout: 20 });

    const { dagRuns, gridData } = await engine.client.call('dags.runs', { fileName: 'etl' });
    const newest = await engine.client.call('dags.runs', { fileName: 'etl', limit: 1 });

    expect(dagRuns.map(({ statusLabel }) => statusLabel)).toEqual(['succeeded', 'failed']);
    expect(gridData).toEqual([
      { name: 'first', history: [4, 2] },
      { name: 'second', history: [4, 3] },
      { name: 'third', history: [4, 0] },
    ]);
    expect(newest.dagRuns).toHaveLength(1);
  });

  it('say when there are more, and where those begin', async () => {
    const { client } = await anEngine();
    await client.call('dags.create', { name: 'etl' });
    for (const dagRunId of ['a', 'b', 'c']) {
      await client.call('dags.startSync', { fileName: 'etl', timeout: 20, dagRunId });
    }
    const page = async (cursor?: string) => {
      const after = cursor === undefined ? {} : { cursor };
      return client.call('dags.runs', { fileName: 'etl', limit: 2, ...after });
    };

    const first = await page();
    const second = await page(first.nextCursor);

    expect(first.dagRuns.map(({ dagRunId }) => dagRunId)).toEqual(['c', 'b']);
    expect(second.dagRuns.map(({ dagRunId }) => dagRunId)).toEqual(['a']);
    expect(second.gridData.map(({ history }) => history)).toEqual([[4]]);
    expect([typeof first.nextCursor, second.nextCursor]).toEqual(['string', undefined]);
    await expect(page('c')).rejects.toMatchObject({ code: 'bad_request' });
  });
});

describe('the outputs of a run', () => {
  it('are keyed in camel case or by their own key, and some are left out', async () => {
    const { engine, dagRunId, run } = await runToEnd(
      `params:
  - P: "1"
steps:
  - name: a
    command: echo 3
    output: ROW_COUNT
  - name: b
    command: echo early
    output: { name: X, key: chosenKey }
  - name: c
    command: echo secret
    output: { name: HIDDEN, omit: true }
  - name: d
    command: echo late; exit 1
    output: { name: Y, key: chosenKey }
`,
      { name: 'etl' },
    );

    const { outputs, metadata } = await engine.client.call('runs.outputs', {
      name: 'etl',
      dagRunId,
    });

    expect(outputs).toEqual({ rowCount: '3', chosenKey: 'late' });
    expect(metadata).toEqual({
      dagName: 'etl',
      dagRunId,
      attemptId: run.attemptId,
      status: 'failed',
      completedAt: run.finishedAt,
      params: '{"P":"1"}',
    });
  });
});
