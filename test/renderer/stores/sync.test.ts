import { describe, expect, it } from 'vitest';
import { createSyncStore, chosenItems } from '../../../renderer/features/git-sync/sync-store.ts';
import { arrive, pass, scriptedEngine, useStoppedClock } from '../support/scripted-engine.ts';
import { aSync } from '../support/sync-fixtures.ts';

const { status } = aSync(0);
const result = {
  success: true,
  message: 'Synced 1 DAG(s)',
  synced: ['orders-nightly'],
  modified: [],
  conflicts: [],
  review: [],
  errors: [],
  timestamp: '',
};

async function aSyncStore() {
  const engine = scriptedEngine({ 'sync.status': () => status });
  const store = createSyncStore(engine.connection);
  const end = store.getState().start();
  await arrive();
  const ids = () => chosenItems(store.getState()).map(({ itemId }) => itemId);
  return { engine, store, end, ids };
}

const textHash = 'ab'.repeat(32);

describe('the items of Git Sync', () => {
  useStoppedClock(0);

  it('are loaded, and again when a sync has ended or a file was changed', async () => {
    const { engine, store, end } = await aSyncStore();
    expect(store.getState()).toMatchObject({ phase: 'ready', status });

    engine.emit({
      type: 'sync.changed',
      activity: 'pull',
      phase: 'Receiving objects',
      done: 3,
      total: 9,
    });
    await pass(1000);
    expect(engine.asked('sync.status')).toHaveLength(1);
    expect(store.getState().activity).toMatchObject({ activity: 'pull', done: 3, total: 9 });

    engine.emit({ type: 'sync.changed', activity: '', phase: '', done: 0, total: 0 });
    engine.emit({ type: 'dag.changed', fileName: 'a', change: 'updated' });
    await pass(1000);
    expect(engine.asked('sync.status')).toHaveLength(2);
    expect(store.getState().activity.activity).toBe('');
    end();
    expect(engine.listeners()).toBe(0);
  });

  it('are published but for conflicts, what is synced, deletions, and what a person leaves out', async () => {
    const { store, ids } = await aSyncStore();
    expect(ids()).toEqual(['currency-rates', 'memory/runbook-dbt', 'orders-nightly']);

    store.getState().choose(['orders-nightly'], false);
    expect(ids()).toEqual(['currency-rates', 'memory/runbook-dbt']);

    store.getState().choose(['backup'], true);
    expect(ids()).toEqual(['backup', 'currency-rates', 'memory/runbook-dbt']);
  });

  it('that were published are told of, and loaded anew', async () => {
    const { engine, store } = await aSyncStore();
    const answer = engine.hold('sync.publishAll');

    const publishing = store.getState().publish(['orders-nightly'], 'Later');
    await arrive();
    expect(store.getState().activity.activity).toBe('publish');
    answer.resolve(result);

    expect(await publishing).toBe(true);
    expect(engine.asked('sync.publishAll')).toEqual([
      { itemIds: ['orders-nightly'], message: 'Later' },
    ]);
    expect(store.getState()).toMatchObject({
      outcome: { kind: 'publish', itemIds: ['orders-nightly'], result },
      activity: { activity: '' },
    });
    expect(engine.asked('sync.status')).toHaveLength(2);
  });

  it('that are refused keep the message, and say why until it is dismissed', async () => {
    const { engine, store } = await aSyncStore();
    engine.refuse('sync.publishAll', 'The remote refused the push: not on a Friday', 'bad_request');

    expect(await store.getState().publish(['orders-nightly'], 'Later')).toBe(false);

    expect(store.getState()).toMatchObject({ outcome: undefined, activity: { activity: '' } });
    expect(store.getState().problem).toContain('not on a Friday');
    store.getState().dismiss();
    expect(store.getState().problem).toBeUndefined();
  });

  it('that were merged or restored are told of, and loaded anew', async () => {
    const { engine, store } = await aSyncStore();

    await store.getState().tell('resolve', 'a');

    expect(store.getState().outcome).toEqual({
      kind: 'resolve',
      itemIds: ['a'],
      result: undefined,
    });
    expect(engine.asked('sync.status')).toHaveLength(2);
  });

  it.each([
    ['pull', 'sync.pull', {}, []],
    ['publishOver', 'sync.publish', { itemId: 'a', force: true }, ['a']],
    ['discard', 'sync.discard', { itemId: 'a' }, ['a']],
    ['forget', 'sync.forget', { itemId: 'a' }, ['a']],
    ['accept', 'sync.accept', { itemId: 'a', hash: textHash }, ['a']],
  ] as const)('know what came of %s', async (command, operation, input, itemIds) => {
    const { engine, store } = await aSyncStore();
    engine.answers[operation] = () => ({ ...result, message: 'Done' });

    await store.getState()[command]('a', textHash);

    expect(engine.asked(operation)).toEqual([input]);
    expect(store.getState().outcome?.itemIds).toEqual(itemIds);
  });
});
