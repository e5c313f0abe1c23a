import { describe, expect, it } from 'vitest';
import { createDagStore } from '../../../renderer/features/dags/dag-store.ts';
import { isDirty } from '../../../renderer/features/dags/dag-text.ts';
import { createDrafts } from '../../../renderer/lib/drafts.ts';
import { createToasts } from '../../../renderer/lib/toasts.ts';
import { aRun } from '../support/run-fixtures.ts';
import { arrive, pass, scriptedEngine, useStoppedClock } from '../support/scripted-engine.ts';
import { aDag, detail, problem, spec } from './a-dag.ts';

describe('a DAG', () => {
  useStoppedClock(0);

  it('is loaded with its text, which is checked', async () => {
    const { engine, store, begun } = await aDag();

    expect(begun).toMatchObject({ detail: undefined, missing: undefined, saved: undefined });
    expect(begun).toMatchObject({ draft: '', theirs: undefined, isSaving: false });
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

  it('keeps its newest run when an older one ends', async () => {
    const { engine, store } = await aDag();
    const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 0, minute)).toISOString();
    const newest = aRun('etl', 'running', { dagRunId: 'newest', startedAt: at(5) });
    const older = aRun('etl', 'failed', { dagRunId: 'older', queuedAt: at(1), startedAt: at(6) });

    engine.emit({ type: 'run.changed', run: newest });
    engine.emit({ type: 'run.changed', run: older });

    expect(store.getState().detail?.latestDAGRun).toEqual(newest);
  });

  it('does not care for runs before it is there, nor for other definitions', async () => {
    const { engine, asked } = await aDag();
    const other = createDagStore(scriptedEngine().connection, 'etl', {
      toasts: createToasts(),
      drafts: createDrafts('', undefined),
    });
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
    expect(engine.asked('dags.validate')).toHaveLength(2);
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
    expect(store.getState().isPreviewOld).toBe(true);
  });

  it('keeps the steps that half a text hides, and says that they are old', async () => {
    const { engine, store } = await aDag();
    const answer = (valid: boolean, name: string) => () => ({
      valid,
      errors: [],
      diagnostics: [],
      dag: { name, steps: [] },
    });
    const checked = async (text: string) => {
      store.getState().edit(text);
      await pass(250);
      const { preview, isPreviewOld } = store.getState();
      return { name: preview?.name, isPreviewOld };
    };

    engine.answers['dags.validate'] = answer(false, 'half');
    expect(await checked('steps: [')).toEqual({ name: 'etl', isPreviewOld: true });

    engine.answers['dags.validate'] = answer(true, 'fixed');
    expect(await checked('steps: []')).toEqual({ name: 'fixed', isPreviewOld: false });
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

  it('says why it could not be checked, until it was', async () => {
    const { engine, store } = await aDag();
    const usual = engine.answers['dags.validate'];
    engine.refuse('dags.validate', 'The text is too large.');

    store.getState().edit('two');
    await pass(250);
    expect(store.getState()).toMatchObject({ unchecked: 'The text is too large.' });
    expect(store.getState().problem).toBeUndefined();

    if (usual !== undefined) engine.answers['dags.validate'] = usual;
    store.getState().edit('three');
    await pass(250);
    expect(store.getState().unchecked).toBeUndefined();
  });

  it('is not checked while the engine is away, and again when it is back', async () => {
    const { engine, store } = await aDag();
    const wrong = { valid: false, errors: [], diagnostics: [problem] };

    engine.lose();
    expect(store.getState().unchecked).toBe('The engine does not respond.');
    engine.answers['dags.validate'] = () => wrong;
    engine.comeBack();
    await arrive();

    expect(store.getState()).toMatchObject({ unchecked: undefined, diagnostics: [problem] });
  });

  it('is asked about once at a time, and the newest text wins', async () => {
    const { engine, store } = await aDag();
    const late = engine.hold('dags.validate');
    store.getState().edit('two');
    await pass(250);
    for (const text of ['three', 'four']) {
      store.getState().edit(text);
      await pass(250);
    }
    expect(engine.asked('dags.validate').map(({ spec: text }) => text)).toEqual(['one', 'two']);

    late.resolve({ valid: false, errors: [], diagnostics: [problem] });
    await arrive();

    expect(engine.asked('dags.validate').map(({ spec: text }) => text)).toEqual([
      'one',
      'two',
      'four',
    ]);
    expect(store.getState().diagnostics).toEqual([]);
  });

  it('follows the file while nothing was typed, and is checked again', async () => {
    const { engine, store, onDisk, changed } = await aDag();

    await changed();
    expect(engine.asked('dags.validate')).toHaveLength(1);

    onDisk('two');
    await changed();
    expect(store.getState()).toMatchObject({ saved: 'two', draft: 'two', theirs: undefined });
    expect(engine.asked('dags.validate')).toHaveLength(2);
  });

  it('stays what was typed when somebody else changes the file, which is said', async () => {
    const { store, onDisk, changed } = await aDag();
    store.getState().edit('mine');

    await changed();
    expect(store.getState().theirs).toBeUndefined();

    onDisk('theirs');
    await changed();
    expect(store.getState()).toMatchObject({
      draft: 'mine',
      saved: 'one',
      theirs: { spec: 'theirs', version: 'v:theirs' },
      refusals: 0,
    });
  });

  it('is that of the file again when it is taken back, and checked', async () => {
    const { engine, store, onDisk, changed } = await aDag();
    store.getState().edit('mine');
    onDisk('theirs');
    await changed();

    await store.getState().revert();

    expect(store.getState()).toMatchObject({
      draft: 'theirs',
      saved: 'theirs',
      theirs: undefined,
    });
    expect(engine.asked('dags.validate').at(-1)).toEqual({ spec: 'theirs', name: 'etl' });
  });

  it('is empty when it is taken back before the file was read', async () => {
    const engine = scriptedEngine();
    const store = createDagStore(engine.connection, 'etl', {
      toasts: createToasts(),
      drafts: createDrafts('', undefined),
    });
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
