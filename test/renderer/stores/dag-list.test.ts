import { describe, expect, it } from 'vitest';
import { aDagDetail, aDagItem } from '../support/dag-fixtures.ts';
import { aRun } from '../support/run-fixtures.ts';
import { arrive, pass, useStoppedClock } from '../support/scripted-engine.ts';
import { aLoadedList, now, someDags } from './a-dag-list.ts';

describe('the list of DAGs', () => {
  useStoppedClock(now);

  it('loads all of them with their latest runs and what is wrong in the folder', async () => {
    const { engine, store, begun, dags } = await aLoadedList();

    expect(begun).toMatchObject({ load: { phase: 'loading' }, dags: [], notes: [] });
    expect(begun.problem).toBeUndefined();
    expect(store.getState()).toMatchObject({
      load: { phase: 'ready' },
      dags,
      notes: ['a.yaml and a.yml have one name.'],
    });
    expect(engine.asked('dags.list')).toEqual([{ page: 1, perPage: 100, recentRuns: 20 }]);
  });

  it('loads one hundred at once, and more of them in large pages', async () => {
    const hundred = await aLoadedList(someDags(100));
    const more = await aLoadedList(someDags(2001));

    expect([hundred.shown(), hundred.asked()]).toEqual([100, 1]);
    expect(more.shown()).toBe(2001);
    expect(more.engine.asked('dags.list').slice(1)).toEqual([
      { page: 1, perPage: 1000, recentRuns: 20 },
      { page: 2, perPage: 1000, recentRuns: 20 },
      { page: 3, perPage: 1000, recentRuns: 20 },
    ]);
    expect(more.store.getState().notes).toHaveLength(1);
  });

  it('fills page by page when it is first shown, and not when it is loaded anew', async () => {
    const { store, dags } = await aLoadedList(someDags(2001));
    const seen: number[] = [];
    store.subscribe((state, before) => state.dags !== before.dags && seen.push(state.dags.length));

    await store.getState().refresh();
    expect(seen).toEqual([2001]);

    store.setState({ load: { phase: 'loading' } });
    seen.length = 0;
    await store.getState().refresh();
    expect(seen).toEqual([100, 1000, 2000, 2001, 2001]);
    expect(store.getState().dags).toEqual(dags);
  });

  it('keeps its rows when a page fails, and says why', async () => {
    const { engine, store, shown } = await aLoadedList();

    engine.refuse('dags.list', 'The disk is full.');
    engine.lose();
    engine.comeBack();
    await arrive();

    expect(store.getState().load).toEqual({ phase: 'failed', message: 'The disk is full.' });
    expect(shown()).toBe(3);
  });

  it('shows the latest answer when an earlier one comes later', async () => {
    const { engine, store, dags } = await aLoadedList();
    const late = engine.hold('dags.list');

    const first = store.getState().refresh();
    await store.getState().refresh();
    late.resolve({
      dags: [],
      errors: [],
      pagination: {
        totalRecords: 0,
        currentPage: 1,
        totalPages: 1,
        nextPage: null,
        prevPage: null,
      },
    });
    await first;

    expect(store.getState().dags).toEqual(dags);
  });

  it('shows a run as the latest of its DAG at once', async () => {
    const { engine, store, asked, dags } = await aLoadedList();
    const run = aRun('dag-1', 'running', {
      dagRunId: 'new',
      startedAt: new Date(now).toISOString(),
    });

    engine.emit({ type: 'run.changed', run });

    const [first, second] = store.getState().dags;
    expect(first).toBe(dags[0]);
    expect(second?.latestDAGRun).toEqual(run);
    expect(second?.recentRuns?.[0]?.dagRunId).toBe('new');
    expect(asked()).toBe(1);
  });

  it('keeps twenty runs of a DAG', async () => {
    const { engine, store } = await aLoadedList();

    for (let index = 0; index < 25; index++) {
      const dagRunId = `new-${index}`;
      const startedAt = new Date(now + index).toISOString();
      engine.emit({ type: 'run.changed', run: aRun('dag-1', 'running', { dagRunId, startedAt }) });
    }

    expect(store.getState().dags[1]?.recentRuns).toHaveLength(20);
  });

  it('is loaded anew once it is quiet after definitions changed or runs were deleted', async () => {
    const { engine, asked } = await aLoadedList();

    engine.emit({ type: 'dag.changed', fileName: 'dag-1', change: 'updated' });
    await pass(149);
    engine.emit({ type: 'run.removed', name: 'dag-1', dagRunId: 'old' });
    await pass(149);
    expect(asked()).toBe(1);
    await pass(1);
    expect(asked()).toBe(2);

    engine.emit({ type: 'queue.changed', queue: 'heavy' });
    await pass(1000);
    expect(asked()).toBe(2);
  });

  it('drops a deleted DAG at once, whatever the end of its file', async () => {
    const { engine, store, asked } = await aLoadedList();

    engine.emit({ type: 'dag.changed', fileName: 'dag-1.yaml', change: 'deleted' });

    expect(store.getState().dags.map(({ fileName }) => fileName)).toEqual(['dag-0', 'dag-2']);
    expect(asked()).toBe(1);
  });

  it('asks for nothing more when it has ended', async () => {
    const { engine, end, asked } = await aLoadedList();

    engine.emit({ type: 'dag.changed', fileName: 'dag-1', change: 'updated' });
    end();
    await pass(1000);

    expect(asked()).toBe(1);
    expect(engine.listeners()).toBe(0);
  });
});

describe('commands of the list of DAGs', () => {
  useStoppedClock(now);

  it('suspend DAGs at once, and load what comes next anew', async () => {
    const { engine, store, asked } = await aLoadedList();

    const suspending = store.getState().suspend(['dag-0', 'dag-2'], true);
    expect(store.getState().dags.map((dag) => dag.suspended)).toEqual([true, false, true]);
    await suspending;

    expect(engine.asked('dags.suspend')).toEqual([
      { fileName: 'dag-0', suspend: true, remoteNode: 'local' },
      { fileName: 'dag-2', suspend: true, remoteNode: 'local' },
    ]);
    await pass(150);
    expect(asked()).toBe(2);
  });

  it('put the switch back when the engine refuses, and say why until that is dismissed', async () => {
    const { engine, store } = await aLoadedList();
    engine.refuse('dags.suspend', 'You may not.', 'forbidden');

    await store.getState().suspend(['dag-0'], true);
    expect(store.getState().problem).toBe('dag-0 could not be suspended: You may not.');
    expect(store.getState().dags.map((dag) => dag.suspended)).toEqual([false, false, false]);
    await pass(150);

    expect(store.getState().dags.map((dag) => dag.suspended)).toEqual([false, false, false]);
    store.getState().dismiss();
    expect(store.getState().problem).toBeUndefined();
  });

  it('start a run, with parameters where some are given, and give its id', async () => {
    const { engine, store } = await aLoadedList();
    engine.answers['dags.start'] = () => ({ dagRunId: 'started' });

    expect(await store.getState().run('dag-1')).toBe('started');
    expect(await store.getState().run('dag-1', { params: 'NAME=world' })).toBe('started');
    expect(engine.asked('dags.start')).toEqual([
      { fileName: 'dag-1' },
      { fileName: 'dag-1', params: 'NAME=world' },
    ]);

    engine.refuse('dags.start', 'It is invalid.');
    expect(await store.getState().run('dag-1')).toBeUndefined();
    expect(store.getState().problem).toBe('It is invalid.');
  });

  it.each([true, false])(
    'know what parameters are for, and whether they may be changed: locked is %s',
    async (locked) => {
      const { engine, store } = await aLoadedList();
      const known = aDagItem('dag-1', now, { params: ['DAY=today'] });
      engine.answers['dags.get'] = () =>
        aDagDetail('dag-1', {
          runConfig: { disableParamEdit: locked, disableRunIdEdit: false },
          paramDefaults: ['DAY=today', 'COUNT=3'],
          paramHelp: ['The day that is loaded'],
        });

      expect(await store.getState().runForm(known)).toEqual({
        params: ['DAY=today', 'COUNT=3'],
        rules: { isLocked: locked, help: ['The day that is loaded'], protectedNames: [] },
      });
      expect(engine.asked('dags.get')).toEqual([{ fileName: 'dag-1' }]);
    },
  );

  it('take parameters for free where nobody knows', async () => {
    const { engine, store } = await aLoadedList();
    const known = aDagItem('dag-1', now, { params: ['DAY=today'] });
    engine.refuse('dags.get', 'It is gone.', 'not_found');

    expect(await store.getState().runForm(known)).toEqual({
      params: ['DAY=today'],
      rules: { isLocked: false, help: [], protectedNames: [] },
    });
    expect(store.getState().problem).toBe('It is gone.');
  });

  it('are not guessed of a DAG that may have some in a file, and cannot be read', async () => {
    const { engine, store } = await aLoadedList();
    engine.refuse('dags.get', 'It is gone.', 'not_found');

    expect(await store.getState().runForm(aDagItem('dag-1', now))).toBeUndefined();
    expect(store.getState().problem).toBe('It is gone.');
  });
});
