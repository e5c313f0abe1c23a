import { describe, expect, it } from 'vitest';
import { createItemStore } from '../../../renderer/features/git-sync/item-store.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';
import { aSync, fakeDiff } from '../support/sync-fixtures.ts';

const diff = fakeDiff(aSync(0), 'orders-nightly');
const commit = (number: number) => ({
  commit: `c${number}`,
  author: 'Robin',
  email: '',
  message: 'x',
  committedAt: '',
});

describe('an item of Git Sync', () => {
  it('is loaded with its text on both sides', async () => {
    const engine = scriptedEngine({ 'sync.diff': () => diff });
    const store = createItemStore(engine.connection, 'orders-nightly');

    await store.getState().refresh();

    expect(store.getState()).toMatchObject({ phase: 'ready', diff });
    expect(engine.asked('sync.diff')).toEqual([{ itemId: 'orders-nightly' }]);
  });

  it('has its history page by page, until there is no more', async () => {
    const all = Array.from({ length: 60 }, (_, index) => commit(index));
    const engine = scriptedEngine({
      'sync.log': ({ before }) => {
        const from = before === undefined ? 0 : all.findIndex((each) => each.commit === before) + 1;
        return { commits: all.slice(from, from + 50) };
      },
    });
    const store = createItemStore(engine.connection, 'a');

    await store.getState().loadCommits();
    expect(store.getState()).toMatchObject({ commits: all.slice(0, 50), hasOlder: true });
    await store.getState().loadCommits();

    expect(store.getState()).toMatchObject({ commits: all, hasOlder: false });
  });

  it('says why it cannot be had', async () => {
    const engine = scriptedEngine({});
    engine.refuse('sync.diff', 'There is no item a.', 'not_found');
    const store = createItemStore(engine.connection, 'a');

    await store.getState().refresh();

    expect(store.getState()).toMatchObject({ phase: 'failed', message: 'There is no item a.' });
  });
});
