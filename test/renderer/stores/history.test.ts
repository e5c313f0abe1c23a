import { describe, expect, it } from 'vitest';
import { createHistoryStore } from '../../../renderer/features/dags/history-store.ts';
import { aNode, aRun, ordersRun } from '../support/run-fixtures.ts';
import { arrive, pass, scriptedEngine, useStoppedClock } from '../support/scripted-engine.ts';

describe('the history of a DAG', () => {
  useStoppedClock(0);

  const runs = [ordersRun(0)];
  const grid = [{ name: 'load', history: [4] }];

  async function aHistory() {
    const engine = scriptedEngine({
      'dags.runs': () => ({ dagRuns: runs, gridData: grid, nextCursor: 'older' }),
    });
    const store = createHistoryStore(engine.connection, { fileName: 'etl.yaml', name: 'etl' });
    const begun = store.getState();
    const end = begun.start();
    await arrive();
    return { engine, store, begun, end, asked: () => engine.asked('dags.runs').length };
  }

  it('loads the latest runs with their steps, and knows whether there are older ones', async () => {
    const { engine, store, begun } = await aHistory();

    expect(begun).toMatchObject({ phase: 'loading', message: '', runs: [], grid: [] });
    expect(begun.hasMore).toBe(false);
    expect(store.getState()).toMatchObject({ phase: 'ready', runs, grid, hasMore: true });
    expect(engine.asked('dags.runs')).toEqual([{ fileName: 'etl.yaml', limit: 40 }]);

    engine.answers['dags.runs'] = () => ({ dagRuns: runs, gridData: grid });
    await store.getState().refresh();
    expect(store.getState().hasMore).toBe(false);
  });

  it.each([
    { type: 'run.changed', run: aRun('etl', 'running') },
    { type: 'run.removed', name: 'etl', dagRunId: '1' },
    { type: 'node.changed', name: 'etl', dagRunId: '1', index: 0, node: aNode('load', 0) },
  ] as const)('is loaded anew once it is quiet after $type', async (event) => {
    const { engine, asked } = await aHistory();

    engine.emit(event);
    await pass(199);
    engine.emit(event);
    await pass(199);
    expect(asked()).toBe(1);
    await pass(1);
    expect(asked()).toBe(2);
  });

  it('does not care for other DAGs, nor for its definition', async () => {
    const { engine, asked } = await aHistory();

    engine.emit({ type: 'run.changed', run: aRun('other', 'running') });
    engine.emit({ type: 'dag.changed', fileName: 'etl', change: 'updated' });
    await pass(1000);

    expect(asked()).toBe(1);
  });

  it('keeps what it shows when it cannot be loaded anew, and says why', async () => {
    const { engine, store } = await aHistory();

    engine.refuse('dags.runs', 'The disk is full.');
    engine.lose();
    engine.comeBack();
    await arrive();

    expect(store.getState()).toMatchObject({ phase: 'failed', message: 'The disk is full.', runs });
  });

  it('asks for nothing more when it has ended', async () => {
    const { engine, end, asked } = await aHistory();

    engine.emit({ type: 'run.removed', name: 'etl', dagRunId: '1' });
    end();
    await pass(1000);

    expect(asked()).toBe(1);
    expect(engine.listeners()).toBe(0);
  });
});
