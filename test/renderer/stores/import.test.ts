import { describe, expect, it } from 'vitest';
import type { PlannedImport } from '#contract/imports.ts';
import { createImportStore } from '../../../renderer/features/dags/import/import-store.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';

const planned = (fileName: string, more: Partial<PlannedImport> = {}): PlannedImport => ({
  ...{ source: `${fileName}.yaml`, fileName, before: 'old', spec: 'new', remarks: [] },
  ...{ problems: [], schedules: [], existing: null, ...more },
});
const existing = { version: 'v1', spec: 'theirs', same: false };
const files = [{ name: 'a.yaml', text: 'old' }];

function anImport(dags: PlannedImport[]) {
  const engine = scriptedEngine({
    'imports.plan': () => ({ dags }),
    'imports.apply': ({ dags: asked }) => ({
      results: asked.map(({ fileName }) => ({
        ...{ fileName, outcome: 'created' as const, message: '', suspended: false },
      })),
    }),
  });
  return { engine, store: createImportStore(engine.connection) };
}

describe('an import', () => {
  it('has chosen what is new and loads, and replaces a DAG only where it is chosen', async () => {
    const { engine, store } = anImport([
      planned('a'),
      planned('b', { problems: [{ line: 1, message: 'no' }] }),
      planned('c', { existing }),
    ]);

    await store.getState().show('dagu', files);
    expect([...store.getState().chosen]).toEqual(['a.yaml']);
    expect(store.getState().shown).toBe('a.yaml');

    store.getState().choose('c.yaml', true);
    store.getState().choose('a.yaml', false);
    const results = await store.getState().create();

    expect(results).toMatchObject([{ fileName: 'c' }]);
    expect(engine.asked('imports.apply')).toEqual([
      { dags: [{ fileName: 'c', spec: 'new', replaces: 'v1' }] },
    ]);
  });

  it('says when there is nothing in the text, or it cannot be asked', async () => {
    const { engine, store } = anImport([]);

    await store.getState().show('crontab', files);
    expect(store.getState()).toMatchObject({ plan: undefined, isBusy: false });
    expect(store.getState().problem).toContain('nothing to import');

    engine.refuse('imports.plan', 'Too large.');
    await store.getState().show('crontab', files);
    expect(store.getState().problem).toBe('Too large.');
  });

  it('shows what was refused, with what is there now', async () => {
    const { engine, store } = anImport([planned('a')]);
    await store.getState().show('dagu', files);
    engine.answers['imports.apply'] = () => ({
      results: [{ fileName: 'a', outcome: 'refused', message: 'It exists.', suspended: false }],
    });
    engine.answers['imports.plan'] = () => ({ dags: [planned('a', { existing })] });

    const results = await store.getState().create();

    expect(results).toBeUndefined();
    expect(store.getState()).toMatchObject({ problem: 'a: It exists.', isBusy: false });
    expect([...store.getState().chosen]).toEqual([]);
  });

  it('goes back to the texts, and looks at another DAG', async () => {
    const { store } = anImport([planned('a'), planned('b')]);
    await store.getState().show('dagu', files);

    store.getState().look('b.yaml');
    expect(store.getState().shown).toBe('b.yaml');
    store.getState().back();

    expect(store.getState()).toMatchObject({ plan: undefined, shown: '' });
  });
});
