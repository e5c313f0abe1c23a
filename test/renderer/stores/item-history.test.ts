import { describe, expect, it } from 'vitest';
import { createHistoryStore } from '../../../renderer/features/git-sync/history/history-store.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';

const idOf = (number: number): string => number.toString(16).padStart(40, '0');
const commit = (number: number) => ({
  commit: idOf(number),
  author: 'Robin',
  email: '',
  message: 'x',
  committedAt: '',
});

/** Commits from 0, the newest, each with a text that names it; `gone` has none. */
function aHistory(count: number, gone = -1) {
  const all = Array.from({ length: count }, (_, index) => commit(index));
  const engine = scriptedEngine({
    'sync.log': ({ before }) => {
      const from = before === undefined ? 0 : all.findIndex((each) => each.commit === before) + 1;
      return { commits: all.slice(from, from + 50) };
    },
    'sync.textAt': (input) => ({
      ...{ commit: input.commit, filePath: 'a.yaml' },
      ...(input.commit !== idOf(gone) && { content: `text ${Number.parseInt(input.commit, 16)}` }),
    }),
  });
  return { all, engine, store: createHistoryStore(engine.connection, 'a') };
}

describe('the history of an item', () => {
  it('is loaded with what the newest commit changed', async () => {
    const { all, store } = aHistory(3);

    await store.getState().load();

    expect(store.getState()).toMatchObject({
      ...{ phase: 'ready', commits: all, hasOlder: false },
      difference: { from: idOf(1), to: idOf(0), before: 'text 1', after: 'text 0' },
    });
  });

  it('comes page by page, until there is no more', async () => {
    const { all, store } = aHistory(60);

    await store.getState().load();
    expect(store.getState()).toMatchObject({ commits: all.slice(0, 50), hasOlder: true });
    await store.getState().loadOlder();

    expect(store.getState()).toMatchObject({ commits: all, hasOlder: false });
  });

  it('has the difference between any two commits', async () => {
    const { store } = aHistory(5, 4);
    await store.getState().load();

    await store.getState().compare({ from: idOf(4), to: idOf(2) });
    expect(store.getState().difference).toMatchObject({ before: '', after: 'text 2' });
    await store.getState().compare({ from: idOf(1), to: idOf(3) });

    expect(store.getState()).toMatchObject({
      compared: { from: idOf(1), to: idOf(3) },
      difference: { before: 'text 1', after: 'text 3' },
    });
  });

  it('knows what a commit changed, on a page of its own or at the very beginning', async () => {
    const { engine, store } = aHistory(60);
    await store.getState().load();

    await store.getState().show(idOf(49));
    expect(store.getState().difference).toMatchObject({ from: idOf(50), before: 'text 50' });
    expect(engine.asked('sync.log')).toHaveLength(2);
    await store.getState().show(idOf(59));

    expect(store.getState().difference).toMatchObject({ from: '', before: '', after: 'text 59' });
  });

  it('may be none, and says why it cannot be had', async () => {
    const { engine, store } = aHistory(0);

    await store.getState().load();
    expect(store.getState()).toMatchObject({ commits: [], difference: undefined });
    engine.refuse('sync.log', 'There is no item a.', 'not_found');
    await store.getState().load();

    expect(store.getState()).toMatchObject({ phase: 'failed', message: 'There is no item a.' });
  });
});
