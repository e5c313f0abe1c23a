import { describe, expect, it } from 'vitest';
import { EngineError } from '../../../engine/contract/errors.ts';
import { isDirty } from '../../../renderer/features/dags/dag-text.ts';
import { browserStorage } from '../support/browser-storage.ts';
import { arrive, pass, useStoppedClock } from '../support/scripted-engine.ts';
import { aDag } from './a-dag.ts';

const MINUTE_MS = 60_000;

describe('a draft', () => {
  useStoppedClock(5 * MINUTE_MS);

  it('is there again when the page is, with the time of its last edit', async () => {
    const { store, another, end, engine } = await aDag();
    store.getState().edit('half');
    await pass(300);
    end();

    const next = another();
    next.getState().start();
    await arrive();

    expect(next.getState()).toMatchObject({
      saved: 'one',
      draft: 'half',
      restoredFrom: 5 * MINUTE_MS + 300,
      theirs: undefined,
      isKept: true,
    });
    expect(engine.asked('dags.validate').at(-1)).toEqual({ spec: 'half', name: 'etl' });
  });

  it('is kept at once when the page ends', async () => {
    const { store, drafts, end } = await aDag();
    store.getState().edit('half');
    expect(drafts.read('etl')).toBeUndefined();

    end();

    expect(drafts.read('etl')).toMatchObject({ text: 'half', version: 'v:one' });
  });

  it('is compared when the file has changed since', async () => {
    const { store, another, onDisk, end } = await aDag();
    store.getState().edit('half');
    end();
    onDisk('theirs');

    const next = another();
    next.getState().start();
    await arrive();

    expect(next.getState()).toMatchObject({
      draft: 'half',
      theirs: { spec: 'theirs', version: 'v:theirs' },
    });
  });

  it.each([
    ['saved', 'save'],
    ['discarded', 'revert'],
  ] as const)('is gone once it is %s', async (_, act) => {
    const { engine, store, another, drafts, onDisk } = await aDag();
    store.getState().edit('half');
    store.getState().keepDraft();
    const next = another();
    next.getState().start();
    await arrive();
    engine.answers['dags.updateSpec'] = () => (onDisk('half'), { errors: [] });

    await next.getState()[act]();

    expect(drafts.read('etl')).toBeUndefined();
    expect(next.getState().restoredFrom).toBeUndefined();
    expect(isDirty(next.getState())).toBe(false);
  });

  it('is gone when the text is that of the file again', async () => {
    const { store, drafts } = await aDag();
    store.getState().edit('half');
    store.getState().keepDraft();
    store.getState().edit('one');
    await pass(300);

    expect(drafts.read('etl')).toBeUndefined();
  });

  it('stays while the engine refuses its text, and the file stays as it is', async () => {
    const { engine, store, drafts } = await aDag();
    engine.answers['dags.updateSpec'] = () => ({ errors: ['No steps.'] });
    store.getState().edit('half');

    await store.getState().save();
    store.getState().keepDraft();

    expect(drafts.read('etl')).toMatchObject({ text: 'half' });
    expect(store.getState()).toMatchObject({ saved: 'one', draft: 'half' });
  });

  it('is gone on with, and stays a draft until it is saved', async () => {
    const { store, another, drafts, end } = await aDag();
    store.getState().edit('half');
    end();
    const next = another();
    next.getState().start();
    await arrive();

    next.getState().goOn();

    expect(next.getState()).toMatchObject({ draft: 'half', restoredFrom: undefined });
    expect(drafts.read('etl')).toMatchObject({ text: 'half' });
  });

  it('replaces only the version that was seen', async () => {
    const { engine, store, onDisk, changed } = await aDag();
    store.getState().edit('half');
    onDisk('theirs');
    await changed();
    onDisk('newer');
    await changed();
    engine.answers['dags.updateSpec'] = () => {
      throw new EngineError('conflict', 'changed');
    };

    await store.getState().replace('v:theirs');

    expect(engine.asked('dags.updateSpec')).toEqual([
      { fileName: 'etl', spec: 'half', version: 'v:theirs' },
    ]);
    expect(store.getState()).toMatchObject({
      draft: 'half',
      refusals: 1,
      theirs: { spec: 'newer' },
    });
  });

  it('of another window is not written over, nor dropped, until somebody decides', async () => {
    const { store, another, drafts } = await aDag();
    const second = another();
    second.getState().start();
    await arrive();
    store.getState().edit('first');
    store.getState().keepDraft();

    second.getState().edit('second');
    await pass(300);

    expect(second.getState()).toMatchObject({
      draft: 'second',
      isKept: false,
      otherDraft: { text: 'first' },
    });
    expect(drafts.read('etl')).toMatchObject({ text: 'first' });
    await second.getState().revert();
    expect(second.getState()).toMatchObject({ draft: 'one', otherDraft: undefined });
    expect(drafts.read('etl')).toMatchObject({ text: 'first' });
  });

  it('takes the place of that of another window when asked to, and the other is told', async () => {
    const { store, another, drafts } = await aDag();
    const second = another();
    second.getState().start();
    await arrive();
    store.getState().edit('first');
    store.getState().keepDraft();
    second.getState().edit('second');
    second.getState().keepDraft();

    second.getState().keepMine();
    expect(second.getState()).toMatchObject({ isKept: true, otherDraft: undefined });
    expect(drafts.read('etl')).toMatchObject({ text: 'second' });
    store.getState().edit('first and more');
    await pass(300);

    expect(store.getState()).toMatchObject({ isKept: false, otherDraft: { text: 'second' } });
    store.getState().loadOther();
    expect(store.getState()).toMatchObject({
      draft: 'second',
      isKept: true,
      otherDraft: undefined,
      restoredFrom: 5 * MINUTE_MS,
    });
  });

  it('is kept once that of another window is gone', async () => {
    const { store, another, drafts } = await aDag();
    const second = another();
    second.getState().start();
    await arrive();
    store.getState().edit('first');
    store.getState().keepDraft();
    second.getState().edit('second');
    await pass(300);

    await store.getState().revert();
    second.getState().keepDraft();

    expect(drafts.read('etl')).toMatchObject({ text: 'second' });
    expect(second.getState()).toMatchObject({ isKept: true, otherDraft: undefined });
  });

  it('follows a rename', async () => {
    const { store, drafts } = await aDag();
    store.getState().edit('half');

    await store.getState().rename('elt');

    expect(drafts.read('etl')).toBeUndefined();
    expect(drafts.read('elt')).toMatchObject({ text: 'half' });
  });

  it('that finds no room is told of', async () => {
    const { store } = await aDag({ storage: browserStorage(10) });
    expect(store.getState().isKept).toBe(true);
    store.getState().edit('half');
    await pass(300);

    expect(store.getState().isKept).toBe(false);
  });
});
