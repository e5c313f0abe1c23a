import { describe, expect, it } from 'vitest';
import { createPaletteStore } from '../../../renderer/app/palette-store.ts';
import { createToasts } from '../../../renderer/lib/toasts.ts';
import { aDagDetail, aDagItem } from '../support/dag-fixtures.ts';
import { RELEASE_RUN, releaseRun, waitingSubRun } from '../support/language-fixtures.ts';
import { aRun } from '../support/run-fixtures.ts';
import { onePage, scriptedEngine } from '../support/scripted-engine.ts';

describe('the palette', () => {
  const dag = aDagItem('etl', 0);
  const run = aRun('etl', 'running');

  function aPalette() {
    const engine = scriptedEngine({
      'dags.list': () => ({ dags: [dag], errors: [], pagination: onePage(1) }),
      'runs.list': () => ({ dagRuns: [run] }),
      'dags.start': () => ({ dagRunId: 'started' }),
      'dags.enqueue': () => ({ dagRunId: 'queued' }),
    });
    const toasts = createToasts();
    return { engine, toasts, store: createPaletteStore(engine.connection, toasts) };
  }

  it('searches all DAGs and the latest runs, which it fetches when it opens', async () => {
    const { engine, store } = aPalette();
    expect(store.getState()).toMatchObject({ dags: [], runs: [], problem: undefined });

    await store.getState().load();

    expect(store.getState()).toMatchObject({ dags: [dag], runs: [run], problem: undefined });
    expect(engine.asked('dags.list')).toEqual([{ perPage: 1000 }]);
    expect(engine.asked('runs.list')).toEqual([{ limit: 100 }]);
  });

  it('says why it found nothing, and forgets that with the next try', async () => {
    const { engine, store } = aPalette();
    const usual = engine.answers['runs.list'];
    engine.refuse('runs.list', 'Not now.');

    await store.getState().load();
    expect(store.getState()).toMatchObject({ dags: [], runs: [], problem: 'Not now.' });

    if (usual) engine.answers['runs.list'] = usual;
    await store.getState().load();
    expect(store.getState()).toMatchObject({ dags: [dag], problem: undefined });
  });

  it('starts or queues a run and gives its id', async () => {
    const { engine, store } = aPalette();

    expect(await store.getState().run('etl')).toBe('started');
    expect(await store.getState().enqueue('etl')).toBe('queued');
    expect(engine.asked('dags.start')).toEqual([{ fileName: 'etl' }]);
    expect(engine.asked('dags.enqueue')).toEqual([{ fileName: 'etl' }]);
  });

  it.each([
    [['DAY=today'], true],
    [[], false],
  ])('knows of a run with the parameters %j whether it asks: %s', async (paramDefaults, asks) => {
    const { engine, store } = aPalette();
    engine.answers['dags.get'] = () => aDagDetail('etl', { paramDefaults });

    expect(await store.getState().asks('etl')).toBe(asks);
  });

  it('does not guess whether a run asks where the DAG cannot be read, and says why', async () => {
    const { engine, store } = aPalette();
    engine.refuse('dags.get', 'It is gone.');

    expect(await store.getState().asks('etl')).toBeUndefined();
    expect(store.getState().problem).toBe('It is gone.');
  });

  it('gives no id of a run that was refused, and says why', async () => {
    const { engine, store } = aPalette();
    engine.refuse('dags.start', 'It is suspended.');

    expect(await store.getState().run('etl')).toBeUndefined();
    expect(store.getState().problem).toBe('It is suspended.');
  });

  it('finds the gates of the runs that wait, and leaves out a run that cannot be asked', async () => {
    const { engine, store } = aPalette();
    const train = releaseRun(0);
    engine.answers['runs.list'] = () => ({ dagRuns: [aRun('gone', 'waiting'), run, train] });
    engine.answers['runs.get'] = ({ dagRunId }) => {
      if (dagRunId !== train.dagRunId) throw new Error('It is gone.');
      return { dagRun: train };
    };

    await store.getState().load();

    expect(store.getState().gates.map(({ step }) => step)).toEqual(['legal', 'money']);
    expect(engine.asked('runs.get')).toHaveLength(3);
    expect(store.getState().problem).toBeUndefined();
  });

  it('finds the gates of runs below that wait, and leaves out those that cannot be asked', async () => {
    const { engine, store } = aPalette();
    const sub = waitingSubRun(0);
    engine.answers['runs.get'] = () => ({ dagRun: releaseRun(0) });
    engine.answers['subRuns.get'] = ({ subDAGRunId }) => {
      if (subDAGRunId !== sub.dagRunId) throw new Error('It is gone.');
      return { dagRun: sub };
    };

    await store.getState().load();

    expect(store.getState().gates).toMatchObject([
      { step: 'legal' },
      { step: 'money' },
      { run: sub, step: 'confirm' },
    ]);
    const root = { name: 'release-train', dagRunId: RELEASE_RUN };
    expect(engine.asked('subRuns.get')).toContainEqual({ ...root, subDAGRunId: sub.dagRunId });
  });

  it('switches a schedule and takes it back, or says why not', async () => {
    const { engine, store, toasts } = aPalette();
    engine.answers['dags.suspend'] = () => undefined;

    expect(await store.getState().suspend('etl', true)).toBe(true);
    const [{ id = 0, text = '' } = {}] = toasts.getState().toasts;
    await toasts.getState().undo(id);

    expect(text).toContain('etl');
    expect(engine.asked('dags.suspend')).toMatchObject([{ suspend: true }, { suspend: false }]);
    engine.refuse('dags.suspend', 'You may not.');
    expect(await store.getState().suspend('etl', true)).toBe(false);
    expect(store.getState().problem).toBe('You may not.');
  });
});
