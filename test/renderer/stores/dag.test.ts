import { describe, expect, it } from 'vitest';
import { createDagStore, isDirty } from '../../../renderer/features/dags/dag-store.ts';
import { createToasts } from '../../../renderer/lib/toasts.ts';
import { aRun } from '../support/run-fixtures.ts';
import { arrive, pass, scriptedEngine, useStoppedClock } from '../support/scripted-engine.ts';
import { aDag, detail, problem, spec } from './a-dag.ts';

describe('a DAG', () => {
  useStoppedClock(0);

  it('is loaded with its text, which is checked', async () => {
    const { engine, store, begun } = await aDag();

    expect(begun).toMatchObject({ detail: undefined, missing: undefined, saved: undefined });
    expect(begun).toMatchObject({ draft: '', isOutdated: false, isSaving: false });
    expect(begun).toMatchObject({ diagnostics: [], preview: undefined, problem: undefined });
    expect(isDirty(begun)).toBe(false);
    expect(store.getState()).toMatchObject({ detail, saved: 'one', draft: 'one' });
    expect(store.getState().preview).toEqual({ name: 'etl' });
    expect(engine.asked('dags.validate')).toEqual([{ spec: 'one', name: 'etl' }]);
    expect(engine.asked('dags.get')).toEqual([{ fileName: 'etl' }]);
    expect(engine.asked('dags.getSpec')).toEqual([{ fileName: 'etl' }]);
  });

  it('that cannot be had says why, and is there again when it can', async () => {
    const { engine, store, changed } = await aDag();

    engine.refuse('dags.get', 'There is no DAG etl.', 'not_found');
    await changed();
    expect(store.getState()).toMatchObject({ missing: 'There is no DAG etl.', detail });

    engine.answers['dags.get'] = () => detail;
    await changed();
    expect(store.getState().missing).toBeUndefined();
  });

  it('shows a new run at once, but none of another DAG and none that was called', async () => {
    const { engine, store, asked } = await aDag();
    const run = aRun('etl', 'running', { dagRunId: 'new' });

    engine.emit({ type: 'run.changed', run: { ...run, name: 'other' } });
    engine.emit({ type: 'run.changed', run: { ...run, parentDAGRunId: 'parent' } });
    expect(store.getState().detail).toBe(detail);

    engine.emit({ type: 'run.changed', run });
    expect(store.getState().detail).toEqual({ ...detail, latestDAGRun: run });
    expect(asked()).toBe(1);
  });

  it('does not care for runs before it is there, nor for other definitions', async () => {
    const { engine, asked } = await aDag();
    const other = createDagStore(scriptedEngine().connection, 'etl', createToasts());
    other.getState().start();

    engine.emit({ type: 'dag.changed', fileName: 'other.yaml', change: 'updated' });
    engine.emit({ type: 'run.removed', name: 'etl', dagRunId: '1' });
    await arrive();

    expect(asked()).toBe(1);
    expect(other.getState().detail).toBeUndefined();
  });

  it('is loaded anew when the engine is back, and heard no more when it has ended', async () => {
    const { engine, store, end, asked } = await aDag();

    engine.lose();
    engine.comeBack();
    await arrive();
    expect(asked()).toBe(2);

    store.getState().edit('two');
    end();
    engine.lose();
    engine.comeBack();
    await pass(1000);
    expect(asked()).toBe(2);
    expect(engine.asked('dags.validate')).toHaveLength(1);
    expect(engine.listeners()).toBe(0);
  });
});

describe('the text of a DAG', () => {
  useStoppedClock(0);

  it('is checked once when typing pauses', async () => {
    const { engine, store } = await aDag();

    store.getState().edit('o');
    await pass(249);
    store.getState().edit('on');
    await pass(249);
    expect(engine.asked('dags.validate')).toHaveLength(1);
    await pass(1);

    expect(engine.asked('dags.validate').at(-1)).toEqual({ spec: 'on', name: 'etl' });
    expect(isDirty(store.getState())).toBe(true);
  });

  it('is not checked again when nothing was changed', async () => {
    const { engine, store } = await aDag();

    store.getState().edit('one');
    await pass(1000);

    expect(engine.asked('dags.validate')).toHaveLength(1);
  });

  it('shows what is wrong with it, and what could last be read', async () => {
    const { engine, store } = await aDag();
    engine.answers['dags.validate'] = () => ({ valid: false, errors: [], diagnostics: [problem] });

    store.getState().edit('two');
    await pass(250);

    expect(store.getState()).toMatchObject({ diagnostics: [problem], preview: { name: 'etl' } });
  });

  it('takes no answer about a text that has moved on', async () => {
    const { engine, store } = await aDag();
    const late = engine.hold('dags.validate');

    store.getState().edit('two');
    await pass(250);
    store.getState().edit('three');
    late.resolve({ valid: false, errors: [], diagnostics: [problem] });
    await arrive();

    expect(store.getState().diagnostics).toEqual([]);
  });

  it('says why it could not be checked', async () => {
    const { engine, store } = await aDag();
    engine.refuse('dags.validate', 'The text is too large.');

    store.getState().edit('two');
    await pass(250);

    expect(store.getState().problem).toBe('The text is too large.');
    store.getState().dismiss();
    expect(store.getState().problem).toBeUndefined();
  });

  it('follows the file while nothing was typed, and is checked again', async () => {
    const { engine, store, onDisk, changed } = await aDag();

    await changed();
    expect(engine.asked('dags.validate')).toHaveLength(1);

    onDisk('two');
    await changed();
    expect(store.getState()).toMatchObject({ saved: 'two', draft: 'two', isOutdated: false });
    expect(engine.asked('dags.validate')).toHaveLength(2);
  });

  it('stays what was typed when somebody else changes the file, which is said', async () => {
    const { store, onDisk, changed } = await aDag();
    store.getState().edit('mine');

    await changed();
    expect(store.getState().isOutdated).toBe(false);

    onDisk('theirs');
    await changed();
    expect(store.getState()).toMatchObject({ draft: 'mine', saved: 'one', isOutdated: true });
  });

  it('is that of the file again when it is taken back, and checked', async () => {
    const { engine, store, onDisk, changed } = await aDag();
    store.getState().edit('mine');
    onDisk('theirs');
    await changed();

    await store.getState().revert();

    expect(store.getState()).toMatchObject({ draft: 'theirs', saved: 'theirs', isOutdated: false });
    expect(engine.asked('dags.validate').at(-1)).toEqual({ spec: 'theirs', name: 'etl' });
  });

  it('is empty when it is taken back before the file was read', async () => {
    const engine = scriptedEngine();
    const store = createDagStore(engine.connection, 'etl', createToasts());
    store.getState().edit('mine');

    await store.getState().revert();

    expect(store.getState().draft).toBe('');
  });

  it('is what was last read when the file cannot be read', async () => {
    const { engine, store } = await aDag();
    store.getState().edit('mine');
    engine.refuse('dags.getSpec', 'The disk is gone.');

    await store.getState().revert();

    expect(store.getState()).toMatchObject({ draft: 'one', problem: 'The disk is gone.' });
    expect(engine.asked('dags.validate').at(-1)).toEqual({ spec: 'one', name: 'etl' });
  });

  it('is not that of an answer which was overtaken', async () => {
    const { engine, store, onDisk } = await aDag();
    const late = engine.hold('dags.getSpec');

    const first = store.getState().refresh();
    await arrive();
    onDisk('two');
    await store.getState().refresh();
    late.resolve(spec('one'));
    await first;

    expect(store.getState()).toMatchObject({ saved: 'two', draft: 'two' });
  });
});

describe('a text that is saved', () => {
  useStoppedClock(0);

  it('is that of the file, once at a time', async () => {
    const { engine, store, onDisk } = await aDag();
    const answer = engine.hold('dags.updateSpec');
    store.getState().edit('two');

    const saving = store.getState().save();
    expect(store.getState().isSaving).toBe(true);
    await store.getState().save();
    onDisk('two');
    answer.resolve({ errors: [] });
    await saving;

    expect(engine.asked('dags.updateSpec')).toEqual([{ fileName: 'etl', spec: 'two' }]);
    expect(store.getState()).toMatchObject({ saved: 'two', isSaving: false, isOutdated: false });
    expect(isDirty(store.getState())).toBe(false);
    expect(engine.asked('dags.get')).toHaveLength(2);
  });

  it('replaces what somebody else wrote', async () => {
    const { store, onDisk, changed } = await aDag();
    store.getState().edit('mine');
    onDisk('theirs');
    await changed();

    onDisk('mine');
    await store.getState().save();

    expect(store.getState()).toMatchObject({ saved: 'mine', draft: 'mine', isOutdated: false });
  });

  it('leaves what is typed meanwhile', async () => {
    const { engine, store, onDisk } = await aDag();
    const answer = engine.hold('dags.updateSpec');
    store.getState().edit('two');

    const saving = store.getState().save();
    store.getState().edit('three');
    onDisk('two');
    answer.resolve({ errors: [] });
    await saving;

    expect(store.getState()).toMatchObject({ saved: 'two', draft: 'three', isOutdated: false });
  });

  it('is not saved when it has a problem, which is named', async () => {
    const { engine, store } = await aDag();
    engine.answers['dags.updateSpec'] = () => ({ errors: ['No steps.'] });
    engine.answers['dags.validate'] = () => ({ valid: false, errors: [], diagnostics: [problem] });
    store.getState().edit('two');

    await store.getState().save();

    expect(store.getState()).toMatchObject({ saved: 'one', isSaving: false });
    expect(store.getState().problem).toContain('No steps.');
    expect(store.getState().diagnostics).toEqual([problem]);
  });

  it('can be saved again when it was refused', async () => {
    const { engine, store } = await aDag();
    engine.refuse('dags.updateSpec', 'You may not.', 'forbidden');
    store.getState().edit('two');

    await store.getState().save();

    expect(store.getState()).toMatchObject({ saved: 'one', isSaving: false });
    expect(store.getState().problem).toBe('You may not.');
  });
});
