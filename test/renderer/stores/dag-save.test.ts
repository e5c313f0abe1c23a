import { describe, expect, it } from 'vitest';
import { isDirty } from '../../../renderer/features/dags/dag-text.ts';
import { pass, useStoppedClock } from '../support/scripted-engine.ts';
import { aDag, problem } from './a-dag.ts';

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

    expect(engine.asked('dags.updateSpec')).toEqual([
      { fileName: 'etl', spec: 'two', version: 'v:one' },
    ]);
    expect(store.getState()).toMatchObject({ saved: 'two', isSaving: false, theirs: undefined });
    expect(isDirty(store.getState())).toBe(false);
    expect(engine.asked('dags.get')).toHaveLength(2);
  });

  it('does not replace what somebody else wrote before it is told to', async () => {
    const { engine, store, onDisk, changed } = await aDag();
    store.getState().edit('mine');
    onDisk('theirs');
    await changed();

    await store.getState().save();
    expect(engine.asked('dags.updateSpec')).toEqual([]);
    expect(store.getState()).toMatchObject({ saved: 'one', draft: 'mine', refusals: 1 });
    await store.getState().save();
    expect(engine.asked('dags.updateSpec')).toEqual([]);
    expect(store.getState().refusals).toBe(2);

    engine.answers['dags.updateSpec'] = () => (onDisk('mine'), { errors: [] });
    await store.getState().replace();
    expect(engine.asked('dags.updateSpec')).toEqual([
      { fileName: 'etl', spec: 'mine', version: 'v:theirs' },
    ]);
    expect(store.getState()).toMatchObject({ saved: 'mine', draft: 'mine', theirs: undefined });
    expect(isDirty(store.getState())).toBe(false);
  });

  it('is not saved over a change that was not heard of yet, which is then shown', async () => {
    const { engine, store, onDisk } = await aDag();
    store.getState().edit('mine');
    onDisk('theirs');
    engine.refuse('dags.updateSpec', 'It was changed.', 'conflict');

    await store.getState().save();

    expect(store.getState()).toMatchObject({
      draft: 'mine',
      theirs: { spec: 'theirs', version: 'v:theirs' },
      refusals: 1,
      problem: undefined,
      isSaving: false,
    });
  });

  it('is what somebody else wrote as well', async () => {
    const { store, onDisk, changed } = await aDag();
    store.getState().edit('same');
    onDisk('same');
    await changed();

    expect(store.getState()).toMatchObject({ saved: 'same', draft: 'same', theirs: undefined });
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

    expect(store.getState()).toMatchObject({ saved: 'two', draft: 'three', theirs: undefined });
  });

  it('is not saved when it has a problem, which is named', async () => {
    const { engine, store } = await aDag();
    engine.answers['dags.updateSpec'] = () => ({ errors: ['No steps.'] });
    engine.answers['dags.validate'] = () => ({ valid: false, errors: [], diagnostics: [problem] });
    store.getState().edit('two');

    await store.getState().save();

    expect(store.getState()).toMatchObject({ saved: 'one', isSaving: false });
    expect(store.getState().refused).toContain('No steps.');
    expect(store.getState().diagnostics).toEqual([problem]);
  });

  it('says why it was not saved until a check finds no error', async () => {
    const { engine, store } = await aDag();
    engine.answers['dags.updateSpec'] = () => ({ errors: ['No steps.'] });
    engine.answers['dags.validate'] = () => ({ valid: false, errors: [], diagnostics: [problem] });
    store.getState().edit('two');
    await store.getState().save();
    const warning = { ...problem, severity: 'warning' } as const;
    engine.answers['dags.validate'] = () => ({ valid: true, errors: [], diagnostics: [warning] });

    store.getState().edit('three');

    await pass(1000);

    expect(store.getState().diagnostics).toEqual([warning]);
    expect(store.getState()).toMatchObject({ refused: undefined, draft: 'three' });
  });

  it('can be saved again when it was refused, and says what becomes of it', async () => {
    const { engine, store } = await aDag();
    engine.refuse('dags.updateSpec', 'You may not.', 'forbidden');
    store.getState().edit('two');

    await store.getState().save();

    expect(store.getState()).toMatchObject({ saved: 'one', isSaving: false });
    expect(store.getState().problem).toBe('Not saved; your text is kept as a draft. You may not.');
  });
});
