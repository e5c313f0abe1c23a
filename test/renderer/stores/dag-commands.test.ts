import { describe, expect, it } from 'vitest';
import { createDagStore } from '../../../renderer/features/dags/dag-store.ts';
import { ownZone } from '../../../renderer/lib/format-day.ts';
import { startWords } from '../../../renderer/lib/start-time.ts';
import { createDrafts } from '../../../renderer/lib/drafts.ts';
import { createToasts, TOAST_MS } from '../../../renderer/lib/toasts.ts';
import { arrive, pass, scriptedEngine, useStoppedClock } from '../support/scripted-engine.ts';
import { aDag, detail, plan } from './a-dag.ts';

describe('commands of a DAG', () => {
  useStoppedClock(0);

  it('suspend it at once, and put the switch back when the engine refuses', async () => {
    const { engine, store } = await aDag();
    engine.refuse('dags.suspend', 'You may not.', 'forbidden');

    const suspending = store.getState().suspend(true);
    expect(store.getState().detail?.suspended).toBe(true);
    await suspending;

    expect(engine.asked('dags.suspend')).toEqual([{ fileName: 'etl', suspend: true }]);
    expect(store.getState()).toMatchObject({ detail, problem: 'You may not.' });
  });

  it('suspend it also before it is there', async () => {
    const engine = scriptedEngine({ 'dags.suspend': () => undefined });

    const store = createDagStore(engine.connection, 'etl', {
      toasts: createToasts(),
      drafts: createDrafts('', undefined),
    });
    await store.getState().suspend(false);

    expect(engine.asked('dags.suspend')).toEqual([{ fileName: 'etl', suspend: false }]);
    expect(store.getState().detail).toBeUndefined();
  });

  it('start or queue a run, with parameters where some are given, and give its id', async () => {
    const { engine, store } = await aDag();
    engine.answers['dags.start'] = () => ({ dagRunId: 'started' });
    engine.answers['dags.enqueue'] = () => ({ dagRunId: 'queued' });

    expect(await store.getState().run()).toBe('started');
    expect(await store.getState().run({ params: 'A=1' })).toBe('started');
    expect(await store.getState().enqueue({ params: 'A=1' })).toBe('queued');
    expect(engine.asked('dags.start')).toEqual([
      { fileName: 'etl' },
      { fileName: 'etl', params: 'A=1' },
    ]);
    expect(engine.asked('dags.enqueue')).toEqual([{ fileName: 'etl', params: 'A=1' }]);
  });

  it('start or queue a run at a time, and say when it starts', async () => {
    const { engine, store, toasts } = await aDag();
    const at = '2026-11-29T17:00:00.000Z';
    engine.answers['dags.start'] = () => ({ dagRunId: 'planned', plannedAt: at });
    engine.answers['dags.enqueue'] = () => ({ dagRunId: 'planned', plannedAt: at });

    expect(await store.getState().run({ at })).toBe('planned');
    expect(await store.getState().enqueue({ at })).toBe('planned');

    expect(engine.asked('dags.start')).toEqual([{ fileName: 'etl', at }]);
    expect(engine.asked('dags.enqueue')).toEqual([{ fileName: 'etl', at }]);
    const words = toasts.getState().toasts.map(({ text }) => text);
    const starts = startWords(at, 0);
    expect(words).toEqual(Array.from({ length: 2 }, () => `etl ${starts} (${ownZone}).`));
  });

  it('give no id of a run that is refused, and forget the reason with the next one', async () => {
    const { engine, store } = await aDag();
    engine.refuse('dags.start', 'It runs already.', 'already_running');

    expect(await store.getState().run()).toBeUndefined();
    expect(store.getState().problem).toBe('It runs already.');

    engine.answers['dags.start'] = () => ({ dagRunId: 'started' });
    await store.getState().run();
    expect(store.getState().problem).toBeUndefined();
  });

  it('plan a run of the saved text by its name', async () => {
    const { engine, store } = await aDag();

    expect(await store.getState().dryRun()).toBe(plan);
    await store.getState().dryRun('A=1');

    expect(engine.asked('dags.dryRun')).toEqual([
      { fileName: 'etl' },
      { fileName: 'etl', params: 'A=1' },
    ]);
  });

  it('plan a run of an edited text as it stands, in the folder of its file', async () => {
    const { engine, store } = await aDag();
    store.getState().edit('two');

    await store.getState().dryRun();
    await store.getState().dryRun('A=1');

    const sent = { spec: 'two', name: 'etl', defaultWorkingDir: '/dags' };
    expect(engine.asked('runs.dryRun')).toEqual([sent, { ...sent, params: 'A=1' }]);
  });

  it('delete it of the node that was shown once the time to undo is over', async () => {
    const { engine, store, toasts } = await aDag();

    store.getState().remove();
    await pass(TOAST_MS - 1);
    expect(engine.asked('dags.delete')).toEqual([]);
    await pass(1);

    expect(engine.asked('dags.delete')).toEqual([{ fileName: 'etl', remoteNode: 'local' }]);
    engine.refuse('dags.delete', 'It runs.');
    store.getState().remove();
    await pass(TOAST_MS);
    expect(toasts.getState().toasts.at(-1)?.text).toBe('etl could not be deleted: It runs.');
  });

  it('take no offense when somebody else has deleted it', async () => {
    const { engine, store, toasts } = await aDag();
    engine.refuse('dags.delete', 'There is none.', 'not_found');

    store.getState().remove();
    await pass(2 * TOAST_MS);

    expect(toasts.getState().toasts).toEqual([]);
  });

  it('put the switch back on request', async () => {
    const { engine, store, toasts } = await aDag();
    await store.getState().suspend(true);

    toasts.getState().undoLatest();
    await arrive();

    expect(engine.asked('dags.suspend')).toEqual([
      { fileName: 'etl', suspend: true },
      { fileName: 'etl', suspend: false, remoteNode: 'local' },
    ]);
  });

  it('say whether it was renamed', async () => {
    const { engine, store } = await aDag();

    expect(await store.getState().rename('new')).toBe(true);
    expect(engine.asked('dags.rename')).toEqual([{ fileName: 'etl', newFileName: 'new' }]);

    engine.refuse('dags.rename', 'The name is taken.', 'already_exists');
    expect(await store.getState().rename('new')).toBe(false);
    expect(store.getState().problem).toBe('The name is taken.');
  });
});
