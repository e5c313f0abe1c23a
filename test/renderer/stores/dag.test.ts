import { describe, expect, it } from 'vitest';
import type { Diagnostic, DryRun } from '#contract/dag.ts';
import { createDagStore, isDirty } from '../../../renderer/features/dags/dag-store.ts';
import { aDagDetail } from '../support/dag-fixtures.ts';
import { aRun } from '../support/run-fixtures.ts';
import { arrive, pass, scriptedEngine, useStoppedClock } from '../support/scripted-engine.ts';

const problem: Diagnostic = {
  severity: 'error',
  message: 'unknown key',
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 2,
};
const plan: DryRun = {
  name: 'etl',
  params: '{}',
  workingDir: '/',
  preconditions: [],
  steps: [],
  handlers: [],
};
const detail = aDagDetail('etl');
const spec = (text: string) => ({ dag: { name: 'etl' }, spec: text, errors: [] });

async function aDag() {
  const engine = scriptedEngine({
    'dags.get': () => detail,
    'dags.getSpec': () => spec('one'),
    'dags.validate': () => ({ valid: true, errors: [], diagnostics: [], dag: { name: 'etl' } }),
    'dags.updateSpec': () => ({ errors: [] }),
    'dags.suspend': () => undefined,
    'dags.rename': () => undefined,
    'dags.delete': () => undefined,
    'dags.dryRun': () => plan,
    'runs.dryRun': () => plan,
  });
  const store = createDagStore(engine.connection, 'etl');
  const begun = store.getState();
  const end = begun.start();
  await arrive();
  const onDisk = (text: string) => {
    engine.answers['dags.getSpec'] = () => spec(text);
  };
  const changed = async () => {
    engine.emit({ type: 'dag.changed', fileName: 'etl.yaml', change: 'updated' });
    await arrive();
  };
  const asked = () => engine.asked('dags.get').length;
  return { engine, store, begun, end, onDisk, changed, asked };
}

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
    const other = createDagStore(scriptedEngine().connection, 'etl');
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
    const store = createDagStore(engine.connection, 'etl');
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

    const store = createDagStore(engine.connection, 'etl');
    await store.getState().suspend(false);

    expect(engine.asked('dags.suspend')).toEqual([{ fileName: 'etl', suspend: false }]);
    expect(store.getState().detail).toBeUndefined();
  });

  it('start or queue a run, with parameters where some are given, and give its id', async () => {
    const { engine, store } = await aDag();
    engine.answers['dags.start'] = () => ({ dagRunId: 'started' });
    engine.answers['dags.enqueue'] = () => ({ dagRunId: 'queued' });

    expect(await store.getState().run()).toBe('started');
    expect(await store.getState().run('A=1')).toBe('started');
    expect(await store.getState().enqueue('A=1')).toBe('queued');
    expect(engine.asked('dags.start')).toEqual([
      { fileName: 'etl' },
      { fileName: 'etl', params: 'A=1' },
    ]);
    expect(engine.asked('dags.enqueue')).toEqual([{ fileName: 'etl', params: 'A=1' }]);
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

  it('say whether it was renamed or deleted', async () => {
    const { engine, store } = await aDag();

    expect(await store.getState().rename('new')).toBe(true);
    expect(await store.getState().remove()).toBe(true);
    expect(engine.asked('dags.rename')).toEqual([{ fileName: 'etl', newFileName: 'new' }]);
    expect(engine.asked('dags.delete')).toEqual([{ fileName: 'etl' }]);

    engine.refuse('dags.rename', 'The name is taken.', 'already_exists');
    engine.refuse('dags.delete', 'It runs.');
    expect(await store.getState().rename('new')).toBe(false);
    expect(store.getState().problem).toBe('The name is taken.');
    expect(await store.getState().remove()).toBe(false);
    expect(store.getState().problem).toBe('It runs.');
  });
});
