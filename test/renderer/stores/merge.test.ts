import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '#contract/dag.ts';
import type { SyncItem } from '#contract/sync.ts';
import { whyBlocked } from '../../../renderer/features/git-sync/merge/blocked.ts';
import { createMergeStore } from '../../../renderer/features/git-sync/merge/merge-store.ts';
import { createDrafts } from '../../../renderer/lib/drafts.ts';
import { browserStorage } from '../support/browser-storage.ts';
import { pass, scriptedEngine, useStoppedClock } from '../support/scripted-engine.ts';
import { aSync, fakeMerge } from '../support/sync-fixtures.ts';

const item: Pick<SyncItem, 'itemId' | 'kind'> = { itemId: 'reports/weekly-report', kind: 'dag' };
const merge = fakeMerge(aSync(0), item.itemId);
const decided = 'steps:\n  - command: echo both\n';
const error: Diagnostic = {
  ...{ severity: 'error', message: 'Unknown key', code: 'unknown-key' },
  ...{ line: 1, column: 1, endLine: 1, endColumn: 2 },
};

async function aMerge(drafts = createDrafts('ada', browserStorage()), of = item) {
  const engine = scriptedEngine({
    'sync.merge': () => merge,
    'sync.resolve': () => ({ message: 'Merged' }),
    'dags.validate': ({ spec }) => ({
      ...{ valid: true, errors: [] },
      diagnostics: spec.includes('wrong') ? [error] : [],
    }),
  });
  const store = createMergeStore(of, { engine: engine.connection, drafts, now: () => 0 });
  await store.getState().load();
  return { engine, store, drafts };
}

describe('a merge in the window', () => {
  useStoppedClock(0);

  it('is loaded with the conflicts that are to be decided, and not checked before', async () => {
    const { engine, store } = await aMerge();
    await pass(1000);

    expect(store.getState()).toMatchObject({ phase: 'ready', left: 2, isBack: false });
    expect(store.getState().draft).toContain('depends: [extract]');
    expect(engine.asked('dags.validate')).toEqual([]);
  });

  it('is checked when all is decided, and no more when that is undone', async () => {
    const { engine, store } = await aMerge();
    const { draft } = store.getState();

    store.getState().edit('wrong');
    await pass(1000);
    expect(store.getState()).toMatchObject({ left: 0, diagnostics: [error] });
    expect(engine.asked('dags.validate')).toEqual([{ spec: 'wrong', name: 'weekly-report' }]);

    store.getState().edit(draft);
    await pass(1000);
    expect(store.getState()).toMatchObject({ left: 2, diagnostics: [] });
    expect(engine.asked('dags.validate')).toHaveLength(1);
  });

  it('is saved as the merge of the texts that were seen, and then no draft any more', async () => {
    const { engine, store, drafts } = await aMerge();
    store.getState().edit(decided);

    const answer = engine.hold('sync.resolve');
    const saving = store.getState().save();
    await pass(0);
    expect(store.getState().isSaving).toBe(true);
    answer.resolve({ message: 'Merged' });

    expect(await saving).toBe(true);
    expect(engine.asked('sync.resolve')).toEqual([
      { itemId: item.itemId, content: decided, localHash: 'b2', remoteHash: 'c3' },
    ]);
    expect(drafts.names().size).toBe(0);
  });

  it('that is refused stays, and says why', async () => {
    const { engine, store } = await aMerge();
    store.getState().edit(decided);
    engine.refuse('sync.resolve', 'The text on the remote has changed. Merge again.', 'conflict');

    expect(await store.getState().save()).toBe(false);

    expect(store.getState()).toMatchObject({ draft: decided, isSaving: false });
    expect(store.getState().problem).toContain('Merge again');
  });

  it('is taken up again as it was left, unless a side is another one', async () => {
    const { store, drafts } = await aMerge();
    store.getState().edit(decided);

    const again = await aMerge(drafts);
    expect(again.store.getState()).toMatchObject({ draft: decided, left: 0, isBack: true });

    again.engine.answers['sync.merge'] = () => ({ ...merge, remoteHash: 'd4' });
    await again.store.getState().load();
    expect(again.store.getState()).toMatchObject({ left: 2, isBack: false });
  });

  it('begins again when somebody wants it to', async () => {
    const { store, drafts } = await aMerge();
    store.getState().edit(decided);

    await store.getState().startOver();

    expect(store.getState()).toMatchObject({ left: 2, isBack: false });
    expect(drafts.names().size).toBe(0);
  });

  it('of notes is checked for nothing', async () => {
    const { engine, store } = await aMerge(undefined, { itemId: 'memory/a', kind: 'memory' });

    store.getState().edit('wrong');
    await pass(1000);

    expect(engine.asked('dags.validate')).toEqual([]);
  });

  it('says what keeps it from being saved', () => {
    const free = { isReadOnly: false, refusal: undefined };

    expect(whyBlocked({ left: 2, diagnostics: [] }, free)).toBe('Resolve 2 conflicts to save.');
    expect(whyBlocked({ left: 0, diagnostics: [error] }, free)).toBe('Fix 1 error to save.');
    expect(whyBlocked({ left: 0, diagnostics: [] }, { ...free, isReadOnly: true })).toContain(
      'push_enabled',
    );
    expect(whyBlocked({ left: 0, diagnostics: [] }, { ...free, refusal: 'No.' })).toBe('No.');
    expect(
      whyBlocked({ left: 0, diagnostics: [{ ...error, severity: 'warning' }] }, free),
    ).toBeUndefined();
  });
});
