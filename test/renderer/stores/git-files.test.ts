import { describe, expect, it } from 'vitest';
import { createGitFiles } from '../../../renderer/client/git-files.ts';
import { arrive, pass, scriptedEngine, useStoppedClock } from '../support/scripted-engine.ts';
import { aSync, noSync } from '../support/sync-fixtures.ts';

const { status } = aSync(0);
const ended = { type: 'sync.changed', activity: '', phase: '', done: 0, total: 0 } as const;
const edited = { type: 'dag.changed', fileName: 'a', change: 'updated' } as const;

describe('the files that differ from the remote of Git Sync', () => {
  useStoppedClock(0);

  async function theFiles(answer = status) {
    const engine = scriptedEngine({ 'sync.status': () => answer });
    const store = createGitFiles(engine.connection);
    const end = store.getState().start();
    await arrive();
    const asked = () => engine.asked('sync.status').length;
    return { engine, store, end, asked };
  }

  it('are known by their items, those that are the same left out', async () => {
    const { store } = await theFiles();

    expect(store.getState().isOn).toBe(true);
    expect([...store.getState().open]).toEqual([
      ['backup', 'missing'],
      ['currency-rates', 'untracked'],
      ['memory/runbook-dbt', 'modified'],
      ['new-from-robin', 'review'],
      ['orders-nightly', 'modified'],
      ['reports/weekly-report', 'conflict'],
      ['stock-levels', 'review'],
    ]);
  });

  it('are asked for once for many events, and stay the same object where nothing is new', async () => {
    const { engine, store, end, asked } = await theFiles();
    const { open } = store.getState();

    for (const event of [edited, { ...ended, activity: 'pull' } as const, ended, edited]) {
      engine.emit(event);
    }
    await pass(249);
    expect(asked()).toBe(1);
    await pass(1);
    expect(asked()).toBe(2);
    expect(store.getState().open).toBe(open);

    engine.emit({ ...ended, activity: 'pull' });
    await pass(250);
    expect(asked()).toBe(2);

    engine.answers['sync.status'] = () => ({ ...status, items: status.items.slice(0, 1) });
    engine.emit(ended);
    await pass(250);
    expect([...store.getState().open]).toEqual([['backup', 'missing']]);

    engine.emit(ended);
    end();
    await pass(1000);
    expect(asked()).toBe(3);
    expect(engine.listeners()).toBe(0);
  });

  it('cost nothing more while Git Sync is off, until it is turned on', async () => {
    const { engine, store, asked } = await theFiles(noSync().status);

    engine.emit(edited);
    await pass(1000);
    expect([store.getState().isOn, asked()]).toEqual([false, 1]);

    engine.answers['sync.status'] = () => status;
    engine.emit(ended);
    await pass(250);
    expect(store.getState()).toMatchObject({ isOn: true });
  });

  it('stay as they are when they cannot be asked for', async () => {
    const { engine, store } = await theFiles();
    const before = store.getState();

    engine.refuse('sync.status', 'No.');
    engine.emit(ended);
    await pass(250);

    expect(store.getState()).toEqual(before);
  });
});
