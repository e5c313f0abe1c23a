import { describe, expect, it } from 'vitest';
import type { RunSummary } from '#contract/run.ts';
import { runStatusCodes } from '#contract/status.ts';
import {
  createRunListStore,
  type RunFilter,
} from '../../../renderer/features/runs/run-list-store.ts';
import { aDagItem } from '../support/dag-fixtures.ts';
import { aRun } from '../support/run-fixtures.ts';
import { arrive, onePage, scriptedEngine, useStoppedClock } from '../support/scripted-engine.ts';

const now = Date.parse('2026-11-19T12:00:00Z');
const all: RunFilter = { name: '', status: undefined };

const run = (name: string, dagRunId: string, changes: Partial<RunSummary> = {}) =>
  aRun(name, 'running', { dagRunId, ...changes });

async function aRunList(filter = all, runs = [run('etl', '2'), run('etl', '1')], cursor?: string) {
  const engine = scriptedEngine({
    'runs.list': () => ({
      dagRuns: [...runs],
      ...(cursor === undefined ? {} : { nextCursor: cursor }),
    }),
    'dags.list': () => ({
      dags: ['b', 'a', 'b'].map((name) => aDagItem(name, now)),
      errors: [],
      pagination: onePage(3),
    }),
  });
  const store = createRunListStore(engine.connection, filter);
  const end = store.getState().start();
  await arrive();
  const shown = () => store.getState().items.map(({ name, dagRunId }) => `${name} ${dagRunId}`);
  return { engine, store, end, shown };
}

describe('the list of runs', () => {
  useStoppedClock(now);

  it('loads before anything has happened', async () => {
    const engine = scriptedEngine();
    const store = createRunListStore(engine.connection, all);

    expect(store.getState()).toMatchObject({ phase: 'loading', message: '', isLoadingMore: false });
    expect(store.getState().items).toEqual([]);
    expect(store.getState().names).toEqual([]);
  });

  it('asks for what passes its filter, a page at a time', async () => {
    const { engine } = await aRunList({ name: 'etl', status: 'failed' });
    const unfiltered = await aRunList();

    expect(engine.asked('runs.list')).toEqual([
      { limit: 100, name: 'etl', status: runStatusCodes.failed },
    ]);
    expect(unfiltered.engine.asked('runs.list')).toEqual([{ limit: 100 }]);
  });

  it('offers the names of the DAGs, each once and in order', async () => {
    const { engine, store } = await aRunList();

    expect(store.getState().names).toEqual(['a', 'b']);
    expect(engine.asked('dags.list')).toEqual([{ perPage: 1000 }]);
  });

  it('works without names when those cannot be had', async () => {
    const { engine, shown } = await aRunList();
    engine.refuse('dags.list', 'No.');
    const other = createRunListStore(engine.connection, all);
    other.getState().start();
    await arrive();

    expect(other.getState()).toMatchObject({ phase: 'ready', names: [] });
    expect(shown()).toEqual(['etl 2', 'etl 1']);
  });

  it('changes a run where it stands', async () => {
    const { engine, store, shown } = await aRunList();

    engine.emit({ type: 'run.changed', run: aRun('etl', 'failed', { dagRunId: '1' }) });

    expect(shown()).toEqual(['etl 2', 'etl 1']);
    expect(store.getState().items.map((one) => one.statusLabel)).toEqual(['running', 'failed']);
  });

  it('puts a new run at the top, also one with the id of a run of another DAG', async () => {
    const { engine, shown } = await aRunList();

    engine.emit({ type: 'run.changed', run: run('report', '1') });

    expect(shown()).toEqual(['report 1', 'etl 2', 'etl 1']);
  });

  it('shows no run that another one called', async () => {
    const { engine, shown } = await aRunList();

    engine.emit({ type: 'run.changed', run: run('part', '9', { parentDAGRunId: '1' }) });

    expect(shown()).toEqual(['etl 2', 'etl 1']);
  });

  it('shows no run of another DAG and none with another status when it is filtered', async () => {
    const filtered = { name: 'etl', status: 'running' } as const;
    const { engine, shown } = await aRunList(filtered);

    engine.emit({ type: 'run.changed', run: run('report', '3') });
    engine.emit({ type: 'run.changed', run: aRun('etl', 'queued', { dagRunId: '4' }) });
    expect(shown()).toEqual(['etl 2', 'etl 1']);

    engine.emit({ type: 'run.changed', run: run('etl', '5') });
    expect(shown()).toEqual(['etl 5', 'etl 2', 'etl 1']);
  });

  it('drops a run that passes its filter no more', async () => {
    const { engine, shown } = await aRunList({ name: '', status: 'running' });

    engine.emit({ type: 'run.changed', run: aRun('etl', 'failed', { dagRunId: '2' }) });

    expect(shown()).toEqual(['etl 1']);
  });

  it('drops a deleted run, and leaves the run of another DAG with the same id', async () => {
    const { engine, shown } = await aRunList(all, [run('etl', '1'), run('report', '1')]);

    engine.emit({ type: 'run.removed', name: 'etl', dagRunId: '1' });

    expect(shown()).toEqual(['report 1']);
  });

  it('loads anew when the engine is back, and keeps what it shows meanwhile', async () => {
    const { engine, store, shown } = await aRunList();

    engine.lose();
    await arrive();
    expect(shown()).toEqual(['etl 2', 'etl 1']);
    engine.answers['runs.list'] = () => ({ dagRuns: [run('etl', '3')] });
    engine.comeBack();
    await arrive();

    expect(shown()).toEqual(['etl 3']);
    expect(store.getState().phase).toBe('ready');
    expect(engine.asked('dags.list')).toHaveLength(1);
  });

  it('says why it could not be loaded, and is ready again with the next answer', async () => {
    const { engine, store, shown } = await aRunList();
    const usual = engine.answers['runs.list'];

    engine.refuse('runs.list', 'The disk is full.');
    await store.getState().refresh();
    expect(store.getState()).toMatchObject({ phase: 'failed', message: 'The disk is full.' });
    expect(shown()).toEqual(['etl 2', 'etl 1']);

    if (usual) engine.answers['runs.list'] = usual;
    await store.getState().refresh();
    expect(store.getState().phase).toBe('ready');
  });

  it('shows the latest answer when an earlier one comes later', async () => {
    const { engine, store, shown } = await aRunList();

    const slow = engine.hold('runs.list');
    const first = store.getState().refresh();
    engine.answers['runs.list'] = () => ({ dagRuns: [run('etl', '9')] });
    await store.getState().refresh();
    slow.resolve({ dagRuns: [run('etl', '1')] });
    await first;

    expect(shown()).toEqual(['etl 9']);
  });

  it('hears nothing more when it has ended', async () => {
    const { engine, end, shown } = await aRunList();

    end();
    engine.emit({ type: 'run.removed', name: 'etl', dagRunId: '1' });
    engine.lose();
    engine.comeBack();
    await arrive();

    expect(engine.listeners()).toBe(0);
    expect(engine.asked('runs.list')).toHaveLength(1);
    expect(shown()).toEqual(['etl 2', 'etl 1']);
  });
});

describe('the next page of runs', () => {
  useStoppedClock(now);

  const page = () => aRunList({ name: 'etl', status: undefined }, undefined, 'after-1');

  it('follows the rows that are there, each run once, until there is no more', async () => {
    const { engine, store, shown } = await page();
    engine.answers['runs.list'] = () => ({
      dagRuns: [run('etl', '1'), run('report', '1'), run('etl', '0')],
    });

    await store.getState().more();
    expect(shown()).toEqual(['etl 2', 'etl 1', 'report 1', 'etl 0']);
    expect(engine.asked('runs.list').at(-1)).toEqual({
      limit: 100,
      name: 'etl',
      cursor: 'after-1',
    });
    expect(store.getState().cursor).toBeUndefined();

    await store.getState().more();
    expect(engine.asked('runs.list')).toHaveLength(2);
  });

  it('is asked for once at a time, which is shown', async () => {
    const { engine, store } = await page();
    const answer = engine.hold('runs.list');

    const first = store.getState().more();
    expect(store.getState().isLoadingMore).toBe(true);
    await store.getState().more();
    answer.resolve({ dagRuns: [], nextCursor: 'after-0' });
    await first;

    expect(engine.asked('runs.list')).toHaveLength(2);
    expect(store.getState()).toMatchObject({
      isLoadingMore: false,
      phase: 'ready',
      cursor: 'after-0',
    });
  });

  it('can be asked for again when it failed, and the rows stay', async () => {
    const { engine, store, shown } = await page();

    engine.refuse('runs.list', 'Timed out.');
    await store.getState().more();

    expect(store.getState()).toMatchObject({
      phase: 'failed',
      message: 'Timed out.',
      isLoadingMore: false,
      cursor: 'after-1',
    });
    expect(shown()).toEqual(['etl 2', 'etl 1']);

    engine.answers['runs.list'] = () => ({ dagRuns: [run('etl', '0')] });
    await store.getState().more();
    expect(store.getState().phase).toBe('ready');
    expect(shown()).toEqual(['etl 2', 'etl 1', 'etl 0']);
  });

  it('is dropped when the list was loaded anew meanwhile', async () => {
    const { engine, store, shown } = await page();
    const answer = engine.hold('runs.list');

    const more = store.getState().more();
    engine.answers['runs.list'] = () => ({ dagRuns: [run('etl', '7')], nextCursor: 'after-7' });
    await store.getState().refresh();
    answer.resolve({ dagRuns: [run('etl', '0')] });
    await more;

    expect(shown()).toEqual(['etl 7']);
    expect(store.getState()).toMatchObject({ cursor: 'after-7', isLoadingMore: false });
  });
});
