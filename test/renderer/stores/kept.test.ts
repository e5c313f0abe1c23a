import { describe, expect, it } from 'vitest';
import { createKeptStore } from '../../../renderer/features/git-sync/kept/kept-store.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';
import { aSync } from '../support/sync-fixtures.ts';

const { kept } = aSync(0);
const [newest, oldest] = kept;

function aKeptStore(copies = kept) {
  const engine = scriptedEngine({
    'sync.kept': () => ({ copies }),
    'sync.keptCopy': ({ keptId }) => {
      const copy = copies.find((each) => each.keptId === keptId);
      if (copy === undefined) throw new Error('No such copy.');
      return copy;
    },
    'sync.restore': () => ({ message: 'Restored' }),
  });
  return { engine, store: createKeptStore(engine.connection) };
}

describe('the kept copies', () => {
  it('are listed with the newest shown, and then the one that is chosen', async () => {
    const { store } = aKeptStore();

    await store.getState().load();
    expect(store.getState()).toMatchObject({ phase: 'ready', copies: kept, shown: newest });
    await store.getState().show(oldest?.keptId ?? '');

    expect(store.getState().shown).toEqual(oldest);
  });

  it('may be none, and then none is shown or restored', async () => {
    const { engine, store } = aKeptStore([]);

    await store.getState().load();

    expect(store.getState()).toMatchObject({ phase: 'ready', copies: [], shown: undefined });
    expect(await store.getState().restore()).toBe(false);
    expect(engine.asked('sync.restore')).toEqual([]);
  });

  it('are restored one by one, and say why that fails', async () => {
    const { engine, store } = aKeptStore();
    await store.getState().load();

    expect(await store.getState().restore()).toBe(true);
    engine.refuse('sync.restore', 'a is being edited right now.', 'conflict');
    expect(await store.getState().restore()).toBe(false);

    expect(engine.asked('sync.restore')[0]).toEqual({ keptId: newest?.keptId });
    expect(store.getState()).toMatchObject({ isRestoring: false });
    expect(store.getState().problem).toContain('is being edited');
  });
});
