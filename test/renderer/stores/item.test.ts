import { describe, expect, it } from 'vitest';
import { createItemStore } from '../../../renderer/features/git-sync/item-store.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';
import { aSync, fakeDiff } from '../support/sync-fixtures.ts';

const diff = fakeDiff(aSync(0), 'orders-nightly');
describe('an item of Git Sync', () => {
  it('is loaded with its text on both sides', async () => {
    const engine = scriptedEngine({ 'sync.diff': () => diff });
    const store = createItemStore(engine.connection, 'orders-nightly');

    await store.getState().refresh();

    expect(store.getState()).toMatchObject({ phase: 'ready', diff });
    expect(engine.asked('sync.diff')).toEqual([{ itemId: 'orders-nightly' }]);
  });

  it('says why it cannot be had', async () => {
    const engine = scriptedEngine({});
    engine.refuse('sync.diff', 'There is no item a.', 'not_found');
    const store = createItemStore(engine.connection, 'a');

    await store.getState().refresh();

    expect(store.getState()).toMatchObject({ phase: 'failed', message: 'There is no item a.' });
  });
});
